import { KeyRound } from 'lucide-react'
import { type RowOf, useAll, useApi } from '../data/data.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { LastUse } from '../parts/owned-keys.tsx'
import { PersonCard } from '../people/person-card.tsx'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { HoverCard } from '../ui/hover-card.tsx'
import { Badge, Empty } from '../ui/page.tsx'
import { formatRelative } from '../ui/relative-time.ts'
import { actionsColumn, type Column, Table } from '../ui/table.tsx'
import { formatShortDay, Time } from '../ui/time.tsx'

const soonMillis = 14 * 86_400_000

export type KeySet = RowOf<'GET /internal/api-keys'>

interface KeyTableProps {
  onCreate: () => void
  onRotate: (keySet: KeySet) => void
}

export function KeyTable({ onCreate, onRotate }: KeyTableProps) {
  const query = { include_last_use: 'true' } as const
  const keys = useAll('GET /internal/api-keys', { query }).toSorted((a, b) => placeOf(a) - placeOf(b))
  if (keys.length === 0) {
    return (
      <Empty
        icon={<KeyRound />}
        title="No keys yet"
        action={
          <Button variant="primary" onClick={onCreate}>
            Create keys
          </Button>
        }
      >
        Each set of keys connects one app or server. Create a separate set for each, so you can revoke one without
        affecting the others.
      </Empty>
    )
  }
  const columns: Column<KeySet>[] = [
    { id: 'name', header: 'Name', cell: (key) => <strong>{key.description || 'Unnamed'}</strong> },
    { id: 'state', header: 'Status', cell: (key) => <State keySet={key} /> },
    { id: 'keys', header: 'Keys', priority: 'low', cell: (key) => <Endings of={key} /> },
    { id: 'used', header: 'Last used', priority: 'medium', cell: (key) => <LastUse at={key.last_used_at_millis} /> },
    { id: 'created', header: 'Created', priority: 'low', cell: (key) => <Time date={key.created_at_millis} /> },
    { id: 'creator', header: 'By', priority: 'low', cell: (key) => <Creator keySet={key} /> },
    actionsColumn(
      (key) =>
        !findInvalidity(key) && (
          <span className="ui-row" style={{ justifyContent: 'flex-end', gap: 4 }}>
            <Button size="small" aria-label={`Rotate ${key.description || 'Unnamed'}`} onClick={() => onRotate(key)}>
              Rotate
            </Button>
            <RevokeButton keySet={key} />
          </span>
        ),
      168,
    ),
  ]
  return <Table label="API keys" columns={columns} rows={keys} />
}

function RevokeButton({ keySet }: { keySet: KeySet }) {
  const { change } = useApi()
  const { id, last_used_at_millis: used } = keySet
  const name = keySet.description || 'Unnamed'
  const use = used ? `They were last used ${formatRelative(new Date(used), Date.now())}.` : 'They have never been used.'
  return (
    <DialogButton
      size="small"
      variant="danger"
      dialog={(close) => (
        <ConfirmDialog
          title={`Revoke “${name}”?`}
          description={`Apps and servers that use these keys stop working immediately. This cannot be undone. ${use}`}
          action="Revoke keys"
          name={name}
          run={() => change('PATCH /internal/api-keys/{id}', { params: { id }, body: { revoked: true } })}
          done="The keys were revoked."
          onClose={close}
        />
      )}
    >
      Revoke
    </DialogButton>
  )
}

/** Keys that expire soon come first, revoked and expired ones last. */
function placeOf(key: KeySet): number {
  if (findInvalidity(key)) return 2
  return expiresSoon(key) ? 0 : 1
}

const expiresSoon = ({ expires_at_millis }: KeySet) => expires_at_millis - Date.now() < soonMillis

function findInvalidity(key: KeySet): 'expired' | 'revoked' | undefined {
  if (key.expires_at_millis <= Date.now()) return 'expired'
  return key.manually_revoked_at_millis === undefined ? undefined : 'revoked'
}

function State({ keySet }: { keySet: KeySet }) {
  const invalidity = findInvalidity(keySet)
  const end = formatShortDay(new Date(keySet.expires_at_millis))
  if (invalidity === 'revoked') return <Badge tone="danger">Revoked</Badge>
  if (invalidity === 'expired') return <Badge tone="danger">Expired {end}</Badge>
  if (expiresSoon(keySet)) return <Badge tone="accent">Expires {end}</Badge>
  return <Badge tone="success">Active</Badge>
}

function Creator({ keySet: { created_by } }: { keySet: KeySet }) {
  if (!created_by)
    return (
      <span className="ui-muted" title="Created before creators were recorded">
        unknown
      </span>
    )
  const { user_id: id } = created_by
  const name = created_by.name ?? 'a deleted account'
  return (
    <div style={{ maxWidth: 160 }}>
      <HoverCard
        label={name}
        card={() => <PersonCard type="owner" id={id} name={name} isDeleted={created_by.name === null} />}
      >
        <button type="button" className="ui-name ui-truncate">
          <bdi>{name}</bdi>
        </button>
      </HoverCard>
    </div>
  )
}

/** The start and the end of each key, as they are in its app's settings. */
function Endings({ of: { publishable_client_key, secret_server_key, super_secret_admin_key } }: { of: KeySet }) {
  const keys = { pck: publishable_client_key, ssk: secret_server_key, sak: super_secret_admin_key }
  const shown = Object.entries(keys).flatMap(([kind, key]) => (key ? `${kind}_…${key.last_four}` : []))
  return <code className="ui-muted">{shown.join(' ')}</code>
}
