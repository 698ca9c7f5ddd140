import type { ApiKeyCreateOptions, CacheStore, TeamApiKey, UserApiKey } from '@latchkey/react'
import { Ban, Plus } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { ConfirmDialog, Dialog, FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { formatDay, Time } from '../ui/time.tsx'

const title = 'API keys'

type Key = UserApiKey | TeamApiKey

interface OwnedKeysProps {
  noun: 'user' | 'team'
  /** Whether the project allows these keys. */
  isAllowed: boolean
  allow: (isAllowed: boolean) => Promise<unknown>
  store: CacheStore<readonly Key[]>
  create: (options: ApiKeyCreateOptions) => Promise<{ readonly value: string }>
}

/** The API keys of one user or team. */
export function OwnedKeys({ noun, isAllowed, allow, ...keys }: OwnedKeysProps) {
  const { run } = useAction()
  if (isAllowed) return <KeySection noun={noun} {...keys} />
  return (
    <Section
      title={title}
      actions={
        <Button
          onClick={() =>
            void run(() => allow(true), {
              done: `${noun === 'team' ? 'Teams' : 'Users'} can now have API keys.`,
              undo: () => allow(false),
            })
          }
        >
          Turn on {noun} API keys
        </Button>
      }
    >
      <p className="ui-muted">
        API keys for {noun}s are off in this project. Turn them on to let {noun}s call your API.
      </p>
    </Section>
  )
}

function KeySection({ noun, store, create }: Pick<OwnedKeysProps, 'noun' | 'store' | 'create'>) {
  const keys = useData(store)
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<string>()
  const [revoking, setRevoking] = useState<Key>()
  const { run } = useAction()
  return (
    <Section
      title={title}
      actions={
        <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
          Create API key
        </Button>
      }
    >
      {keys.length === 0 ? (
        <p className="ui-muted">
          This {noun} has no API keys. An API key identifies the {noun} to your server.
        </p>
      ) : (
        <Table
          label={`API keys of this ${noun}`}
          rows={keys}
          getId={(key) => key.id}
          columns={[
            { id: 'name', header: 'Name', cell: (key) => <strong>{key.description || 'Unnamed'}</strong> },
            { id: 'state', header: 'Status', cell: (key) => <State of={key} /> },
            { id: 'key', header: 'Key', priority: 'low', cell: (key) => <code>…{key.value.lastFour}</code> },
            { id: 'created', header: 'Created', priority: 'low', cell: (key) => <Time date={key.createdAt} /> },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              width: 96,
              cell: (key) =>
                key.isValid() && (
                  <Button size="small" variant="danger" icon={<Ban />} onClick={() => setRevoking(key)}>
                    Revoke
                  </Button>
                ),
            },
          ]}
        />
      )}
      {isCreating && (
        <CreateKeyDialog
          create={create}
          onClose={() => setIsCreating(false)}
          onCreated={(value) => {
            setIsCreating(false)
            setCreated(value)
          }}
        />
      )}
      {created && (
        <Dialog
          title="Save the key now"
          description="The server stores only a hash, so the key cannot be shown again."
          onClose={() => setCreated(undefined)}
          actions={
            <Button variant="primary" onClick={() => setCreated(undefined)}>
              I have saved it
            </Button>
          }
        >
          <CodeBlock title="API key" code={created} />
        </Dialog>
      )}
      {revoking && (
        <ConfirmDialog
          title={`Revoke “${revoking.description || 'Unnamed'}”?`}
          description="Everything that uses this key stops working immediately. This cannot be undone."
          action="Revoke key"
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await run(() => revoking.revoke(), { done: 'The key was revoked.' })
            setRevoking(undefined)
          }}
        />
      )}
    </Section>
  )
}

function State({ of }: { of: Key }) {
  const why = of.whyInvalid()
  if (why === 'manually-revoked') return <Badge tone="danger">Revoked</Badge>
  if (why === 'expired') return <Badge tone="danger">Expired</Badge>
  return <Badge tone="success">{of.expiresAt ? `Active until ${formatDay(of.expiresAt)}` : 'Active'}</Badge>
}

const dayMillis = 86_400_000

interface CreateKeyDialogProps extends Pick<OwnedKeysProps, 'create'> {
  onClose: () => void
  onCreated: (value: string) => void
}

function CreateKeyDialog({ create: createKey, onClose, onCreated }: CreateKeyDialogProps) {
  const [description, setDescription] = useState('')
  const [days, setDays] = useState(0)
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useAction()
  const create = async () => {
    if (!description.trim()) return setProblem('Enter a name.')
    await run(async () => {
      const expiresAt = days ? new Date(Date.now() + days * dayMillis) : null
      const key = await createKey({ description: description.trim(), expiresAt })
      onCreated(key.value)
    })
  }
  return (
    <FormDialog
      title="Create API key"
      description="The key is shown only once, in the next step."
      onClose={onClose}
      onSubmit={() => void create()}
      action="Create API key"
      isBusy={isBusy}
    >
      <TextField
        label="Name"
        placeholder="Nightly import"
        hint="Name the place that uses it, so you know which key to revoke."
        error={problem}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <SelectField label="Expires after" value={days} onChange={(event) => setDays(Number(event.target.value))}>
        <option value={0}>Never</option>
        <option value={30}>30 days</option>
        <option value={90}>90 days</option>
        <option value={365}>1 year</option>
      </SelectField>
    </FormDialog>
  )
}
