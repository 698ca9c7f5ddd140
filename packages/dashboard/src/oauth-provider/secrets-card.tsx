import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { useForm } from '../data/use-form.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Card, none } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import type { Client } from './client-page.tsx'
import { SecretDialog } from './secret-dialog.tsx'

const hourMillis = 3_600_000
const overlaps = [
  [1, '1 hour'],
  [24, '1 day'],
  [168, '7 days'],
  [719, '30 days'],
  [0, 'Not at all'],
] as const

type Rotated = Reply<'POST /oauth-clients/{id}/rotate-secret'>

/** Secrets are shown once. A new one and the earlier one may both work for a while. */
export function SecretsCard({ client }: { client: Client }) {
  const [rotated, setRotated] = useState<Rotated>()
  return (
    <Card
      title="Secret"
      description="The server stores only a hash. Replace a secret that is lost or has leaked."
      actions={
        <DialogButton
          size="small"
          icon={<RefreshCw />}
          dialog={(close) => <RotateDialog client={client} onClose={close} onRotated={setRotated} />}
        >
          {client.secrets.length === 0 ? 'Create secret' : 'Replace secret'}
        </DialogButton>
      }
    >
      {client.secrets.length === 0 ? (
        <p>The client has no secret, so it cannot get tokens.</p>
      ) : (
        <Table
          label="Secrets"
          rows={client.secrets}
          actions={(secret) => <EndButton client={client} secret={secret} />}
          actionsWidth={80}
          columns={[
            { id: 'ending', header: 'Secret', cell: ({ ending }) => <code>…{ending}</code> },
            {
              id: 'used',
              header: 'Last used',
              cell: ({ last_used_at_millis: used }) => (used ? <Time date={used} /> : 'never'),
            },
            {
              id: 'expires',
              header: 'Works until',
              cell: ({ expires_at_millis: until }) => (until ? <Time date={until} /> : none),
            },
            { id: 'created', header: 'Created', priority: 'low', cell: (row) => <Time date={row.created_at_millis} /> },
          ]}
        />
      )}
      {rotated && (
        <SecretDialog
          client={rotated}
          secret={rotated.client_secret}
          isReplacement
          onClose={() => setRotated(undefined)}
        />
      )}
    </Card>
  )
}

interface RotateDialogProps {
  client: Client
  onClose: () => void
  onRotated: (client: Rotated) => void
}

function RotateDialog({ client: { id, display_name: name, secrets }, onClose, onRotated }: RotateDialogProps) {
  const { change } = useApi()
  const form = useForm({
    initial: { hours: 24 },
    submit: async ({ hours }) => {
      const body = { old_secret_expires_at_millis: hours === 0 ? 0 : Date.now() + hours * hourMillis }
      const rotated = await change('POST /oauth-clients/{id}/rotate-secret', { params: { id }, body })
      onClose()
      onRotated(rotated)
    },
  })
  return (
    <FormDialog
      {...form.dialog}
      title={secrets.length === 0 ? `Create a secret for ${name}` : `Replace the secret of ${name}`}
      description={
        secrets.length > 1
          ? 'Creates a new secret, shown in the next step. The secret that is about to expire stops working immediately.'
          : 'Creates a new secret, which is shown in the next step.'
      }
      onClose={onClose}
      action={secrets.length === 0 ? 'Create secret' : 'Replace secret'}
    >
      {secrets.length > 0 && (
        <SelectField label="The current secret still works for" options={overlaps} {...form.text('hours')} />
      )}
    </FormDialog>
  )
}

function EndButton({ client, secret }: { client: Client; secret: Client['secrets'][number] }) {
  const { change } = useApi()
  const params = { id: client.id, secret_id: secret.id }
  return (
    <DialogButton
      size="small"
      aria-label={`End the secret that ends in ${secret.ending}`}
      dialog={(close) => (
        <ConfirmDialog
          title={`End the secret …${secret.ending}?`}
          description={
            client.secrets.length === 1
              ? 'It stops working at once. The client cannot get tokens until you create another secret.'
              : 'It stops working at once. The other secret still works.'
          }
          action="End secret"
          run={() => change('DELETE /oauth-clients/{id}/secrets/{secret_id}', { params })}
          done="The secret has ended."
          onClose={close}
        />
      )}
    >
      End
    </DialogButton>
  )
}
