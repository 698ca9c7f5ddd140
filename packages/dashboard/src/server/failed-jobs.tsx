import { CircleCheck } from 'lucide-react'
import { useApi, useData } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { usePages } from '../data/use-list.ts'
import { Allowed } from '../parts/role.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

const pageSize = 20

/** Jobs that exhausted their retries. Their data is still in the tables of their feature, so they can run again. */
export function FailedJobs() {
  const { change } = useApi()
  const { cursor, paging } = usePages('')
  const { items, pagination } = useData('GET /internal/server/failed-jobs', { query: { limit: pageSize, cursor } })
  const { run } = useAction()
  const retry = (job_id: string) =>
    run(() => change('POST /internal/server/failed-jobs/{job_id}/retry', { params: { job_id } }), {
      done: 'The job is running again.',
    })
  return (
    <Section title="Failed jobs" description="Jobs of the last seven days that failed every attempt." id="failed-jobs">
      <Table
        label="Failed jobs"
        rows={items}
        empty={
          <Empty icon={<CircleCheck />} title="No failed jobs">
            Jobs that fail every attempt appear here with the reason, and can be retried.
          </Empty>
        }
        actions={({ id }) => (
          <Allowed to="settings">
            <Button size="small" onClick={() => void retry(id)}>
              Retry
            </Button>
          </Allowed>
        )}
        columns={[
          { id: 'name', header: 'Job', cell: ({ name }) => <code>{name}</code> },
          {
            id: 'error',
            header: 'Reason',
            cell: ({ error }) => <span className="server-reason">{error ?? 'Unknown'}</span>,
          },
          {
            id: 'payload',
            header: 'For',
            priority: 'low',
            cell: ({ payload }) => <code className="server-reason">{JSON.stringify(payload)}</code>,
          },
          { id: 'attempts', header: 'Attempts', align: 'end', priority: 'low', cell: ({ attempts }) => attempts },
          {
            id: 'when',
            header: 'Failed',
            priority: 'medium',
            cell: ({ failed_at_millis }) => <Time date={failed_at_millis} />,
          },
        ]}
      />
      <Paging {...paging(pagination.next_cursor)} count={items.length} nouns={['job', 'jobs']} />
    </Section>
  )
}
