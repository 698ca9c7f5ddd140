import { useProjectChanges } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { useForm } from '../data/use-form.ts'
import { checkNameAndId, idOf, type NameAndId, NameAndIdFields } from '../parts/name-and-id.tsx'
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
  const { updateConfig } = useProjectChanges()
  const { groups, offers } = useCatalog()
  const { run } = useAction()
  const saved = groupId && (groups[groupId]?.displayName || groupId)
  const members = Object.values(offers).filter((offer) => offer.groupId === groupId).length
  const revision = useConfigRevision()
  const save = (values: NameAndId, at: number) =>
    updateConfig({ [`payments.groups.${idOf(values)}`]: { displayName: values.name.trim() } }, at)
  const form = useForm<NameAndId>({
    initial: { name: saved ?? '', id: groupId },
    check: (values) => checkNameAndId(values, groupId ? undefined : Object.keys(groups)),
    revision,
    submit: async (values, openedAt) => {
      await save(values, openedAt)
      onCreated?.(idOf(values))
    },
    done: () => (groupId ? 'The group was renamed.' : 'The group was created.'),
    onDone: onClose,
  })
  const remove = async () => {
    const isDone = await run(() => updateConfig({ [`payments.groups.${groupId}`]: null }, revision), {
      done: 'The group was deleted.',
      undo: (deleted) => save(form.values, deleted.revision),
    })
    if (isDone) onClose()
  }
  return (
    <FormDialog
      {...form.dialog}
      title={groupId ? 'Edit group' : 'Create group'}
      description={
        groupId
          ? `Without the group, its ${members} ${members === 1 ? 'offer can' : 'offers can'} be bought together, and offers included by default are no longer granted.`
          : 'A customer has one offer per group at a time, such as a plan. Buying another one replaces it.'
      }
      onClose={onClose}
      action={groupId ? 'Save' : 'Create group'}
      otherActions={
        groupId && (
          <Button variant="danger" onClick={() => void remove()}>
            Delete group
          </Button>
        )
      }
    >
      <NameAndIdFields form={form} isNew={!groupId} placeholder="Plans" />
    </FormDialog>
  )
}
