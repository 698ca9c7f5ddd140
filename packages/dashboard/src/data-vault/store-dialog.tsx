import type { Reply } from '../data/call.ts'
import { useProjectChanges } from '../data/data.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { useForm } from '../data/use-form.ts'
import { checkNameAndId, idOf, type NameAndId, NameAndIdFields } from '../parts/name-and-id.tsx'
import { FormDialog } from '../ui/dialog.tsx'

export type Store = Reply<'GET /internal/data-vault/stores'>['stores'][number]

interface StoreDialogProps {
  /** Undefined for a new store. */
  store?: Store | undefined
  taken: readonly string[]
  onClose: () => void
}

export function StoreDialog({ store, taken, onClose }: StoreDialogProps) {
  const { updateConfig } = useProjectChanges()
  const form = useForm<NameAndId>({
    initial: { name: store?.display_name ?? '', id: store?.id },
    check: (values) => checkNameAndId(values, store ? undefined : taken),
    revision: useConfigRevision(),
    submit: (values, revision) =>
      updateConfig({ [`dataVault.stores.${idOf(values)}`]: { displayName: values.name.trim() } }, revision),
    done: ({ name }) => (store ? 'The store was renamed.' : `${name.trim()} was created.`),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={store ? 'Rename store' : 'Create store'}
      onClose={onClose}
      action={store ? 'Rename' : 'Create store'}
    >
      <NameAndIdFields form={form} isNew={!store} placeholder="Calendar tokens" hint="Only owners see it." />
    </FormDialog>
  )
}
