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
  const end = (work: () => Promise<unknown>, done: string) =>
    run(
      async () => {
        await work()
        await reload()
      },
      { done },
    )
  const endAll = () => end(() => call('DELETE /auth/sessions', { query }), 'All sessions were revoked.')
  const endOne = (id: string) =>
    end(() => call('DELETE /auth/sessions/{id}', { params: { id }, query }), 'The session was revoked.')
  return (
    <Section
      title="Sessions"
      actions={
        <Button variant="danger" size="small" onClick={() => void endAll()}>
          Revoke all
        </Button>
      }
    >
      <Table
        label="Sessions"
        rows={sessions}
        empty="This user is not signed in anywhere."
        actions={(session) => (
          <Button size="small" onClick={() => void endOne(session.id)}>
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
