import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { NameAndIdFields, useNameAndId } from '../parts/name-and-id.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { useCatalog } from './catalog.ts'

interface GroupDialogProps {
  /** Undefined for a new group. */
  groupId?: string | undefined
  onClose: () => void
  onCreated?: (groupId: string) => void
}

/** A customer can have one offer of a group. */
export function GroupDialog({ groupId, onClose, onCreated }: GroupDialogProps) {
  const project = useProject()
  const { groups, offers } = useCatalog()
  const { id, name, check, fields } = useNameAndId({
    saved: groupId === undefined ? undefined : { id: groupId, name: groups[groupId]?.displayName || groupId },
    taken: Object.keys(groups),
  })
  const { isBusy, run } = useAction()
  const members = Object.values(offers).filter((offer) => offer.groupId === groupId).length
  const save = async () => {
    if (!check()) return
    const isDone = await run(() => project.updateConfig({ [`payments.groups.${id}`]: { displayName: name } }), {
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
    <FormDialog
      title={groupId ? 'Edit group' : 'Create group'}
      description={
        groupId
          ? `Without the group, its ${members} ${members === 1 ? 'offer can' : 'offers can'} be bought together, and offers included by default are no longer granted.`
          : 'A customer has one offer per group at a time, such as a plan. Buying another one replaces it.'
      }
      onClose={onClose}
      onSubmit={() => void save()}
      action={groupId ? 'Save' : 'Create group'}
      isBusy={isBusy}
      otherActions={
        groupId && (
          <Button variant="danger" onClick={() => void remove()}>
            Delete group
          </Button>
        )
      }
    >
      <NameAndIdFields fields={fields} placeholder="Plans" />
    </FormDialog>
  )
}
