import type { ServerUser } from '@latchkey/react'
import { useData } from '../data/data.ts'
import { useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

export function SessionsCard({ user }: { user: ServerUser }) {
  const stores = useStores()
  const key = `users/${user.id}/sessions`
  const sessions = useData(stores.cached(key, () => user.getActiveSessions()))
  const { run } = useAction()
  const end = (ids: readonly string[], done: string) =>
    run(
      async () => {
        for (const id of ids) await user.revokeSession(id)
        await stores.refresh(key)
      },
      { done },
    )
  if (sessions.length === 0) {
    return (
      <Section title="Sessions">
        <p className="ui-muted">This user is not signed in anywhere.</p>
      </Section>
    )
  }
  return (
    <Section
      title="Sessions"
      actions={
        <Button
          variant="danger"
          size="small"
          onClick={() =>
            void end(
              sessions.map(({ id }) => id),
              'All sessions were revoked.',
            )
          }
        >
          Revoke all
        </Button>
      }
    >
      <Table
        label="Sessions"
        rows={sessions}
        getId={(session) => session.id}
        columns={[
          {
            id: 'place',
            header: 'From',
            cell: ({ geoInfo, isImpersonation }) => (
              <span className="ui-row" style={{ flexWrap: 'nowrap' }}>
                {geoInfo ? [geoInfo.ip, geoInfo.countryCode].filter(Boolean).join(', ') : 'Unknown'}
                {isImpersonation && <Badge tone="accent">Impersonation</Badge>}
              </span>
            ),
          },
          { id: 'started', header: 'Started', priority: 'low', cell: ({ createdAt }) => <Time date={createdAt} /> },
          {
            id: 'used',
            header: 'Last used',
            cell: ({ lastUsedAt }) => (lastUsedAt ? <Time date={lastUsedAt} /> : <span className="ui-muted">–</span>),
          },
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            cell: ({ id }) => (
              <Button size="small" onClick={() => void end([id], 'The session was revoked.')}>
                Revoke
              </Button>
            ),
          },
        ]}
      />
    </Section>
  )
}
