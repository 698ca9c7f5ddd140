import { Ban, Plus } from 'lucide-react'
import { useState } from 'react'
import { type RowOf, useAll, useApi, useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useForm } from '../data/use-form.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { formatRelative } from '../ui/relative-time.ts'
import { Table } from '../ui/table.tsx'
import { formatDay, Time } from '../ui/time.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Allowed, Reason, useMay } from './role.tsx'

const title = 'API keys'

type Key = RowOf<'GET /user-api-keys'> | RowOf<'GET /team-api-keys'>

interface KeyOwner {
  noun: 'user' | 'team'
  id: string
}

/** The API keys of one user or team. */
export function OwnedKeys({ noun, id }: KeyOwner) {
  const { config, revision } = useProject()
  const { update } = useProjectChanges()
  const { run } = useAction()
  const may = useMay()
  const setting = `allow_${noun}_api_keys` as const
  if (config[setting]) return noun === 'user' ? <UserKeys id={id} /> : <TeamKeys id={id} />
  const allow = (isAllowed: boolean, at: number) => update({ config: { [setting]: isAllowed } }, at)
  return (
    <Section
      title={title}
      actions={
        <Allowed to="settings">
          <Button
            onClick={() =>
              void run(() => allow(true, revision), {
                done: `${noun === 'team' ? 'Teams' : 'Users'} can now have API keys.`,
                undo: (saved) => allow(false, saved.revision),
              })
            }
          >
            Turn on {noun} API keys
          </Button>
        </Allowed>
      }
    >
      <p className="ui-muted">
        API keys for {noun}s are off in this project.{' '}
        {may('settings') ? `Turn them on to let ${noun}s call your API.` : <Reason to="settings" />}
      </p>
    </Section>
  )
}

interface NewKey {
  description: string
  expires_at_millis: number | null
}

function UserKeys({ id: user_id }: { id: string }) {
  const { change } = useApi()
  return (
    <KeySection
      noun="user"
      keys={useAll('GET /user-api-keys', { query: { user_id } })}
      create={async (key) => (await change('POST /user-api-keys', { body: { ...key, user_id } })).value}
      revoke={(id) =>
        change('PATCH /user-api-keys/{id}', { params: { id }, query: { user_id }, body: { revoked: true } })
      }
    />
  )
}

function TeamKeys({ id: team_id }: { id: string }) {
  const { change } = useApi()
  return (
    <KeySection
      noun="team"
      keys={useAll('GET /team-api-keys', { query: { team_id } })}
      create={async (key) => (await change('POST /team-api-keys', { body: { ...key, team_id } })).value}
      revoke={(id) =>
        change('PATCH /team-api-keys/{id}', { params: { id }, query: { team_id }, body: { revoked: true } })
      }
    />
  )
}

interface KeySectionProps extends Pick<KeyOwner, 'noun'> {
  keys: readonly Key[]
  /** Returns the value of the new key. */
  create: (key: NewKey) => Promise<string>
  revoke: (id: string) => Promise<unknown>
}

function KeySection({ noun, keys, create, revoke }: KeySectionProps) {
  const [created, setCreated] = useState<string>()
  return (
    <Section
      title={title}
      actions={
        <DialogButton
          icon={<Plus />}
          dialog={(close) => <CreateKeyDialog create={create} onClose={close} onCreated={setCreated} />}
        >
          Create API key
        </DialogButton>
      }
    >
      <Table
        label={`API keys of this ${noun}`}
        rows={keys}
        empty={`This ${noun} has no API keys. An API key identifies the ${noun} to your server.`}
        actions={(key) => !findInvalidity(key) && <RevokeButton of={key} revoke={revoke} />}
        actionsWidth={96}
        columns={[
          { id: 'name', header: 'Name', cell: (key) => <strong>{key.description || 'Unnamed'}</strong> },
          { id: 'state', header: 'Status', cell: (key) => <State of={key} /> },
          { id: 'key', header: 'Key', priority: 'low', cell: (key) => <code>…{key.value.last_four}</code> },
          {
            id: 'used',
            header: 'Last used',
            priority: 'medium',
            cell: (key) => <LastUse at={key.last_used_at_millis} />,
          },
          { id: 'created', header: 'Created', priority: 'low', cell: (key) => <Time date={key.created_at_millis} /> },
        ]}
      />
      {created && (
        <Dialog
          title="Save the key now"
          description="The server stores only a hash, so the key cannot be shown again."
          onClose={() => setCreated(undefined)}
          isPersistent
          actions={
            <Button variant="primary" onClick={() => setCreated(undefined)}>
              I have saved it
            </Button>
          }
        >
          <CodeBlock title="API key" code={created} />
        </Dialog>
      )}
    </Section>
  )
}

export function RevokeButton({ of, revoke }: { of: Key } & Pick<KeySectionProps, 'revoke'>) {
  const { id, description, last_used_at_millis: used } = of
  const use = used ? `It was last used ${formatRelative(new Date(used), Date.now())}.` : 'It has never been used.'
  return (
    <DialogButton
      size="small"
      variant="danger"
      icon={<Ban />}
      dialog={(close) => (
        <ConfirmDialog
          title={`Revoke “${description || 'Unnamed'}”?`}
          description={`Everything that uses this key stops working immediately. This cannot be undone. ${use}`}
          action="Revoke key"
          run={() => revoke(id)}
          done="The key was revoked."
          onClose={close}
        />
      )}
    >
      Revoke
    </DialogButton>
  )
}

export function findInvalidity(key: Key): 'Revoked' | 'Expired' | undefined {
  if (key.manually_revoked_at_millis !== undefined) return 'Revoked'
  return key.expires_at_millis !== undefined && key.expires_at_millis <= Date.now() ? 'Expired' : undefined
}

export function State({ of }: { of: Key }) {
  const invalidity = findInvalidity(of)
  if (invalidity) return <Badge tone="danger">{invalidity}</Badge>
  return (
    <Badge tone="success">{of.expires_at_millis ? `Active until ${formatDay(of.expires_at_millis)}` : 'Active'}</Badge>
  )
}

export function LastUse({ at }: { at: number | null | undefined }) {
  return at ? <Time date={at} /> : <span className="ui-muted">never</span>
}

const dayMillis = 86_400_000

interface CreateKeyDialogProps extends Pick<KeySectionProps, 'create'> {
  onClose: () => void
  onCreated: (value: string) => void
}

function CreateKeyDialog({ create, onClose, onCreated }: CreateKeyDialogProps) {
  const form = useForm({
    initial: { description: '', days: 0 },
    check: ({ description }) => ({ description: description.trim() ? undefined : 'Enter a name.' }),
    submit: async ({ description, days }) => {
      const expires_at_millis = days ? Date.now() + days * dayMillis : null
      onCreated(await create({ description: description.trim(), expires_at_millis }))
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Create API key"
      description="The key is shown only once, in the next step."
      onClose={onClose}
      action="Create API key"
    >
      <TextField
        label="Name"
        placeholder="Nightly import"
        hint="Name the place that uses it, so you know which key to revoke."
        {...form.text('description')}
      />
      <SelectField
        label="Expires after"
        options={{ 0: 'Never', 30: '30 days', 90: '90 days', 365: '1 year' }}
        {...form.text('days')}
      />
    </FormDialog>
  )
}
