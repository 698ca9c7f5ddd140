import { useState } from 'react'
import { findIdProblem, suggestId } from '../app/ids.ts'
import { useProject } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useCatalog } from './catalog.ts'

interface GroupDialogProps {
  /** Undefined for a new one. */
  groupId?: string | undefined
  onClose: () => void
  onCreated?: (groupId: string) => void
}

/** Offers of a group exclude each other. */
export function GroupDialog({ groupId, onClose, onCreated }: GroupDialogProps) {
  const project = useProject()
  const { groups, offers } = useCatalog()
  const [name, setName] = useState((groupId && groups[groupId]?.displayName) || groupId || '')
  const [typedId, setTypedId] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const id = groupId ?? typedId ?? suggestId(name)
  const idProblem = groupId ? undefined : findIdProblem(id, Object.keys(groups))
  const nameProblem = name.trim() ? undefined : 'A group needs a name.'
  const members = Object.values(offers).filter((offer) => offer.groupId === groupId).length
  const save = async () => {
    setHasTried(true)
    if (idProblem || nameProblem) return
    const isDone = await run(() => project.updateConfig({ [`payments.groups.${id}`]: { displayName: name.trim() } }), {
      done: groupId ? 'The group was renamed.' : 'The group was created.',
    })
    if (!isDone) return
    onCreated?.(id)
    onClose()
  }
  const remove = async () => {
    const isDone = await run(() => project.updateConfig({ [`payments.groups.${id}`]: null }), {
      done: 'The group was deleted.',
      undo: () => project.updateConfig({ [`payments.groups.${id}`]: { displayName: name } }),
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={groupId ? 'Edit group' : 'Create group'}
      description={
        groupId
          ? `Without the group, its ${members} ${members === 1 ? 'offer can' : 'offers can'} be bought side by side, and offers that are included by default are no longer granted.`
          : 'A customer has one offer of a group at a time, such as one plan. Buying another one replaces it.'
      }
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          {groupId && (
            <Button variant="danger" onClick={() => void remove()}>
              Delete group
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {groupId ? 'Save' : 'Create group'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        placeholder="Plans"
        error={hasTried ? nameProblem : undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {!groupId && (
        <TextField
          label="ID"
          isMono
          spellCheck={false}
          error={hasTried && !nameProblem ? idProblem : undefined}
          value={id}
          onChange={(event) => setTypedId(event.target.value)}
        />
      )}
    </Dialog>
  )
}
