import { useApi } from '../data/data.ts'
import { rememberPublishableKey } from '../data/own-projects.ts'
import { useProject } from '../data/owner.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'
import type { Keys } from './snippets.ts'

const dayMillis = 86_400_000
/** Every key has an expiry date, so "Never" is one in the distant future. */
const lifetimes = { 30: '30 days', 90: '90 days', 365: '1 year', 36500: 'Never' }

interface CreateKeysDialogProps {
  onClose: () => void
  onCreated: (keys: Keys) => void
}

export function CreateKeysDialog({ onClose, onCreated }: CreateKeysDialogProps) {
  const { id } = useProject()
  const { change } = useApi()
  const form = useForm({
    initial: { description: '', days: 36_500, hasClient: true, hasServer: true, hasAdmin: false },
    submit: async ({ description, days, hasClient, hasServer, hasAdmin }) => {
      const body = {
        description: description.trim() || 'Unnamed',
        expires_at_millis: Date.now() + days * dayMillis,
        has_publishable_client_key: hasClient,
        has_secret_server_key: hasServer,
        has_super_secret_admin_key: hasAdmin,
      }
      const keys = await change('POST /internal/api-keys', { body })
      rememberPublishableKey(id, keys.publishable_client_key)
      onCreated(keys)
    },
  })
  const { hasClient, hasServer, hasAdmin } = form.values
  return (
    <FormDialog
      {...form.dialog}
      title="Create keys"
      description="The keys are shown only once, in the next step."
      onClose={onClose}
      action="Create keys"
      isDisabled={!hasClient && !hasServer && !hasAdmin}
    >
      <TextField
        label="Name"
        placeholder="Production website"
        hint="Name the place that uses these keys, so you know which ones to revoke."
        {...form.text('description')}
      />
      <SelectField label="Expires after" options={lifetimes} {...form.text('days')} />
      <fieldset className="ui-choices">
        <legend className="ui-label">Keys</legend>
        <Choice
          type="checkbox"
          label="Publishable client key"
          hint="For browsers and apps. It can be public."
          {...form.flag('hasClient')}
        />
        <Choice
          type="checkbox"
          label="Secret server key"
          hint="For your server. It can read and change all users."
          {...form.flag('hasServer')}
        />
        <Choice
          type="checkbox"
          label="Super secret admin key"
          hint="For tools that change project settings. Most apps do not need it."
          {...form.flag('hasAdmin')}
        />
      </fieldset>
    </FormDialog>
  )
}
