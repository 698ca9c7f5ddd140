import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { NameAndIdFields, useNameAndId } from '../parts/name-and-id.tsx'
import { FormDialog } from '../ui/dialog.tsx'

export interface Store {
  id: string
  display_name: string
  value_count: number
  has_more: boolean
}

interface StoreDialogProps {
  /** Undefined for a new store. */
  store?: Store | undefined
  taken: readonly string[]
  onClose: () => void
}

export function StoreDialog({ store, taken, onClose }: StoreDialogProps) {
  const project = useProject()
  const { id, name, check, fields } = useNameAndId({
    saved: store && { id: store.id, name: store.display_name },
    taken,
  })
  const { isBusy, run } = useAction()
  const save = async () => {
    if (!check()) return
    const isDone = await run(() => project.updateConfig({ [`dataVault.stores.${id}`]: { displayName: name } }), {
      done: store ? 'The store was renamed.' : `${name} was created.`,
    })
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={store ? 'Rename store' : 'Create store'}
      onClose={onClose}
      onSubmit={() => void save()}
      action={store ? 'Rename' : 'Create store'}
      isBusy={isBusy}
    >
      <NameAndIdFields fields={fields} placeholder="Calendar tokens" hint="Only owners see it." />
    </FormDialog>
  )
}
