import type { InternalApiKeyFirstView } from '@latchkey/react'
import { useState } from 'react'
import { rememberPublishableKey } from '../data/own-projects.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'

const dayMillis = 86_400_000
/** Every key has an expiry date, so "Never" is one in the distant future. */
const lifetimes = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
  { days: 36_500, label: 'Never' },
] as const

interface CreateKeysDialogProps {
  onClose: () => void
  onCreated: (keys: InternalApiKeyFirstView) => void
}

export function CreateKeysDialog({ onClose, onCreated }: CreateKeysDialogProps) {
  const { id, app } = useProject()
  const [description, setDescription] = useState('')
  const [days, setDays] = useState<number>(36_500)
  const [hasClient, setHasClient] = useState(true)
  const [hasServer, setHasServer] = useState(true)
  const [hasAdmin, setHasAdmin] = useState(false)
  const { isBusy, run } = useAction()
  const create = () =>
    run(async () => {
      const options = {
        description: description.trim() || 'Unnamed',
        expiresAt: new Date(Date.now() + days * dayMillis),
        hasPublishableClientKey: hasClient,
        hasSecretServerKey: hasServer,
        hasSuperSecretAdminKey: hasAdmin,
      }
      const keys = await app.createInternalApiKey(options)
      rememberPublishableKey(id, keys.publishableClientKey)
      onCreated(keys)
    })
  return (
    <FormDialog
      title="Create keys"
      description="The keys are shown only once, in the next step."
      onClose={onClose}
      onSubmit={() => void create()}
      action="Create keys"
      isBusy={isBusy}
      isDisabled={!hasClient && !hasServer && !hasAdmin}
    >
      <TextField
        label="Name"
        placeholder="Production website"
        hint="Name the place that uses these keys, so you know which ones to revoke."
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <SelectField label="Expires after" value={days} onChange={(event) => setDays(Number(event.target.value))}>
        {lifetimes.map(({ days: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <fieldset className="ui-choices">
        <legend className="ui-label">Keys</legend>
        <Choice
          type="checkbox"
          label="Publishable client key"
          hint="For browsers and apps. It can be public."
          checked={hasClient}
          onChange={setHasClient}
        />
        <Choice
          type="checkbox"
          label="Secret server key"
          hint="For your server. It can read and change all users."
          checked={hasServer}
          onChange={setHasServer}
        />
        <Choice
          type="checkbox"
          label="Super secret admin key"
          hint="For tools that change project settings. Most apps do not need it."
          checked={hasAdmin}
          onChange={setHasAdmin}
        />
      </fieldset>
    </FormDialog>
  )
}
