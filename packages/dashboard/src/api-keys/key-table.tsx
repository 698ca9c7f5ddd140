import type { InternalApiKey } from '@latchkey/react'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Badge, Empty } from '../ui/page.tsx'
import { formatRelative } from '../ui/relative-time.ts'
import { type Column, Table } from '../ui/table.tsx'
import { formatShortDay, Time } from '../ui/time.tsx'

const soonMillis = 14 * 86_400_000

export function KeyTable({ onCreate }: { onCreate: () => void }) {
  const keys = useData(useStores().internalApiKeys).toSorted((a, b) => placeOf(a) - placeOf(b))
  const [revoking, setRevoking] = useState<InternalApiKey>()
  const { run } = useAction()
  if (keys.length === 0) {
    return (
      <Empty
        icon={<KeyRound aria-hidden="true" />}
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
  const columns: Column<InternalApiKey>[] = [
    { id: 'name', header: 'Name', cell: (key) => <strong>{key.description || 'Unnamed'}</strong> },
    { id: 'state', header: 'Status', cell: (key) => <State keySet={key} /> },
    { id: 'client', header: 'Publishable', priority: 'low', cell: (key) => <Ending of={key.publishableClientKey} /> },
    { id: 'server', header: 'Secret', priority: 'low', cell: (key) => <Ending of={key.secretServerKey} /> },
    { id: 'admin', header: 'Admin', priority: 'low', cell: (key) => <Ending of={key.superSecretAdminKey} /> },
    {
      id: 'used',
      header: 'Last used',
      priority: 'medium',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time date={lastUsedAt} /> : <span className="ui-muted">never</span>),
    },
    { id: 'created', header: 'Created', priority: 'low', cell: (key) => <Time date={key.createdAt} /> },
    { id: 'creator', header: 'By', priority: 'low', cell: (key) => <Creator keySet={key} /> },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      width: 96,
      cell: (key) =>
        key.isValid() && (
          <Button size="small" variant="danger" onClick={() => setRevoking(key)}>
            Revoke
          </Button>
        ),
    },
  ]
  return (
    <>
      <Table label="API keys" columns={columns} rows={keys} getId={(key) => key.id} />
      {revoking && (
        <ConfirmDialog
          title={`Revoke “${revoking.description || 'Unnamed'}”?`}
          description={`Apps and servers that use these keys stop working immediately. This cannot be undone. ${
            revoking.lastUsedAt
              ? `They were last used ${formatRelative(revoking.lastUsedAt, Date.now())}.`
              : 'They have never been used.'
          }`}
          action="Revoke keys"
          name={revoking.description || 'Unnamed'}
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await run(() => revoking.revoke(), { done: 'The keys were revoked.' })
            setRevoking(undefined)
          }}
        />
      )}
    </>
  )
}

/** Keys that expire soon come first, revoked and expired ones last. */
function placeOf(key: InternalApiKey): number {
  if (!key.isValid()) return 2
  return expiresSoon(key) ? 0 : 1
}

const expiresSoon = ({ expiresAt }: InternalApiKey) => expiresAt.getTime() - Date.now() < soonMillis

function State({ keySet }: { keySet: InternalApiKey }) {
  const why = keySet.whyInvalid()
  if (why === 'manually-revoked') return <Badge tone="danger">Revoked</Badge>
  if (why === 'expired') return <Badge tone="danger">Expired {formatShortDay(keySet.expiresAt)}</Badge>
  if (expiresSoon(keySet)) {
    return <Badge tone="accent">Expires {formatShortDay(keySet.expiresAt)}</Badge>
  }
  return <Badge tone="success">Active</Badge>
}

function Creator({ keySet: { createdBy } }: { keySet: InternalApiKey }) {
  if (!createdBy)
    return (
      <span className="ui-muted" title="Created before creators were recorded">
        unknown
      </span>
    )
  return <bdi>{createdBy.displayName ?? 'a deleted account'}</bdi>
}

function Ending({ of }: { of: { lastFour: string } | null }) {
  return of ? <code className="ui-muted">…{of.lastFour}</code> : <span className="ui-muted">–</span>
}
