import { useState } from 'react'
import { findIdProblem, suggestId } from '../app/ids.ts'
import { useProject } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

export interface Store {
  id: string
  display_name: string
  value_count: number
  has_more: boolean
}

interface StoreDialogProps {
  /** Undefined for a new one. */
  store?: Store | undefined
  taken: readonly string[]
  onClose: () => void
}

export function StoreDialog({ store, taken, onClose }: StoreDialogProps) {
  const project = useProject()
  const [name, setName] = useState(store?.display_name ?? '')
  const [typedId, setTypedId] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const id = store?.id ?? typedId ?? suggestId(name)
  const nameProblem = name.trim() ? undefined : 'A store needs a name.'
  const idProblem = store ? undefined : findIdProblem(id, taken)
  const save = async () => {
    setHasTried(true)
    if (nameProblem || idProblem) return
    const displayName = name.trim()
    const isDone = await run(() => project.updateConfig({ [`dataVault.stores.${id}`]: { displayName } }), {
      done: store ? 'The store was renamed.' : `${displayName} was created.`,
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={store ? 'Rename store' : 'Create store'}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {store ? 'Rename' : 'Create store'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        placeholder="Calendar tokens"
        hint="For you and the other owners."
        error={hasTried ? nameProblem : undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {!store && (
        <TextField
          label="ID"
          isMono
          spellCheck={false}
          hint="How your code refers to it. It cannot be changed later."
          error={hasTried && !nameProblem ? idProblem : undefined}
          value={id}
          onChange={(event) => setTypedId(event.target.value)}
        />
      )}
    </Dialog>
  )
}
