import { useAll, useApi } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Badge, none, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

export function SessionsCard({ user }: { user: User }) {
  const query = { user_id: user.id }
  const sessions = useAll('GET /auth/sessions', { query })
  const { call, reload } = useApi()
  const { run } = useAction()
  const end = (ended: readonly { id: string }[], done: string, endsApps = false) =>
    run(
      async () => {
        for (const { id } of ended) await call('DELETE /auth/sessions/{id}', { params: { id }, query })
        if (endsApps) await call('DELETE /oauth-provider/grants/{user_id}', { params: query })
        await reload()
      },
      { done },
    )
  return (
    <Section
      title="Sessions"
      actions={
        sessions.length > 0 && (
          <Button variant="danger" size="small" onClick={() => void end(sessions, 'All sessions were revoked.', true)}>
            Revoke all
          </Button>
        )
      }
    >
      <Table
        label="Sessions"
        rows={sessions}
        empty="This user is not signed in anywhere."
        actions={(session) => (
          <Button size="small" onClick={() => void end([session], 'The session was revoked.')}>
            Revoke
          </Button>
        )}
        columns={[
          {
            id: 'place',
            header: 'From',
            cell: ({ last_used_at_end_user_ip_info: place, is_impersonation }) => (
              <span className="ui-row" data-nowrap>
                {place ? [place.ip, place.countryCode].filter(Boolean).join(', ') : 'Unknown'}
                {is_impersonation && <Badge tone="accent">Impersonation</Badge>}
              </span>
            ),
          },
          { id: 'started', header: 'Started', priority: 'low', cell: ({ created_at }) => <Time date={created_at} /> },
          {
            id: 'used',
            header: 'Last used',
            cell: ({ last_used_at }) => (last_used_at ? <Time date={last_used_at} /> : none),
          },
        ]}
      />
    </Section>
  )
}
