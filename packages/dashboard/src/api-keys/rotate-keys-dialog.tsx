import { type RowOf, useApi } from '../data/data.ts'
import { rememberPublishableKey } from '../data/own-projects.ts'
import { useProject } from '../data/owner.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import type { Keys } from './snippets.ts'

const hourMillis = 3_600_000
const overlaps = [
  [1, '1 hour'],
  [24, '1 day'],
  [168, '7 days'],
  [0, 'Not at all'],
] as const

interface RotateKeysDialogProps {
  keySet: Pick<RowOf<'GET /internal/api-keys'>, 'id' | 'description'>
  onClose: () => void
  onCreated: (keys: Keys) => void
}

/** Replaces a set. The old keys still work for a while, so that apps can be changed one after the other. */
export function RotateKeysDialog({ keySet: { id, description }, onClose, onCreated }: RotateKeysDialogProps) {
  const project = useProject()
  const { change } = useApi()
  const form = useForm({
    initial: { hours: 24 },
    submit: async ({ hours }) => {
      const body = { old_keys_expire_at_millis: Date.now() + hours * hourMillis }
      const keys = await change('POST /internal/api-keys/{id}/rotate', { params: { id }, body })
      rememberPublishableKey(project.id, keys.publishable_client_key)
      onCreated(keys)
    },
  })
  return (
    <FormDialog
      {...form.dialog}
      title={`Rotate “${description || 'Unnamed'}”`}
      description="Creates new keys of the same kinds, which are shown in the next step. Put them into your app before the old ones end."
      onClose={onClose}
      action="Rotate keys"
    >
      <SelectField label="The old keys still work for" options={overlaps} {...form.text('hours')} />
    </FormDialog>
  )
}
