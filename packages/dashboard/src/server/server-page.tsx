import type { Routes } from '@latchkey/contract'
import { useData, useOwnedProjects } from '../data/data.ts'
import { ProjectContext } from '../data/owner.ts'
import { useLiveUpdates } from '../data/use-live-updates.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ForRole } from '../parts/role.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { Frame } from '../shell/frame.tsx'
import { Badge, Card, Facts, none, Page, Section } from '../ui/page.tsx'
import { CardSkeleton, TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { ClaimServer } from './claim-server.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { Quotas } from './quotas.tsx'
import { SettingsTable } from './settings-table.tsx'
import './server.css'

type Status = Routes['GET /internal/server']['response']['admin']

/** A node without a heartbeat for this long is silent. */
const silentMillis = 60_000
/** A queue whose oldest job waits this long is late. */
const lateMillis = 60_000

/** The state of the server, for the owners of the project `internal`. */
export default function ServerPage() {
  useScrollToPart()
  return (
    <Frame>
      <Page title="Server" description="Health of this deployment: database, emails, jobs, nodes, quotas and settings.">
        <Boundary skeleton={<ServerSkeleton />}>
          <ServerForOwners />
        </Boundary>
      </Page>
    </Frame>
  )
}

function ServerForOwners() {
  const internal = useOwnedProjects().find(({ id }) => id === 'internal')
  if (!internal) return <ClaimServer />
  return (
    <ProjectContext value={internal}>
      <ForRole needs="read-setup">
        <ServerStatus />
      </ForRole>
    </ProjectContext>
  )
}

function ServerSkeleton() {
  return (
    <>
      <div className="ui-grid server-health">
        <CardSkeleton lines={3} />
        <CardSkeleton lines={3} />
        <CardSkeleton lines={3} />
      </div>
      <TableSkeleton rows={2} />
    </>
  )
}

function ServerStatus() {
  useLiveUpdates('internal')
  const status = useData('GET /internal/server')
  return (
    <>
      <Health status={status} />
      <Nodes status={status} />
      <Queues status={status} />
      <Boundary skeleton={<TableSkeleton rows={2} />}>
        <FailedJobs />
      </Boundary>
      {status.usage && <Quotas usage={status.usage} />}
      <SettingsTable settings={status.settings} />
    </>
  )
}

const emailServers = {
  smtp: 'A shared SMTP server',
  inbox: 'This server’s inbox, for development',
  none: 'None. Emails wait until one is configured',
} as const

function Health({ status: { version, database, emails, queues } }: { status: Status }) {
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0)
  const isLate = queues.some((queue) => queue.late_millis > lateMillis)
  return (
    <div className="ui-grid server-health">
      <Card title="Database" actions={<State problem={false} />}>
        <Facts
          facts={[
            ['PostgreSQL', `${database.version}${database.is_embedded ? ', embedded' : ''}`],
            ['Size', formatBytes(database.size_bytes)],
            ['Response', `${database.response_millis} ms`],
            ['Latchkey', version],
          ]}
        />
      </Card>
      <Card
        title="Emails"
        actions={<State problem={emails.server === 'none' ? 'Not configured' : emails.failed > 0 && 'Failures'} />}
      >
        <Facts
          facts={[
            ['Sent by', emailServers[emails.server]],
            ['Waiting', emails.waiting.toLocaleString('en')],
            ['Failed', `${emails.failed.toLocaleString('en')} attempts in 24 hours`],
          ]}
        />
      </Card>
      <Card title="Jobs" actions={<State problem={isLate ? 'Late' : failed > 0 && 'Failures'} />}>
        <Facts
          facts={[
            ['Waiting', queues.reduce((sum, queue) => sum + queue.waiting, 0).toLocaleString('en')],
            ['Running', queues.reduce((sum, queue) => sum + queue.active, 0).toLocaleString('en')],
            ['Failed', `${failed.toLocaleString('en')} in 7 days`],
          ]}
        />
      </Card>
    </div>
  )
}

function State({ problem }: { problem: string | false }) {
  return <Badge tone={problem ? 'danger' : 'success'}>{problem || 'Healthy'}</Badge>
}

function Nodes({ status: { nodes } }: { status: Status }) {
  return (
    <Section title="Nodes" description="Server processes seen in the last 24 hours.">
      <Table
        label="Nodes"
        rows={nodes}
        columns={[
          { id: 'name', header: 'Name', cell: ({ name }) => <strong>{name}</strong> },
          {
            id: 'state',
            header: 'Status',
            cell: ({ last_seen_at_millis: seen }) =>
              Date.now() - seen > silentMillis ? (
                <Badge tone="danger">Silent</Badge>
              ) : (
                <Badge tone="success">Running</Badge>
              ),
          },
          { id: 'version', header: 'Version', priority: 'medium', cell: ({ version }) => <code>{version}</code> },
          {
            id: 'started',
            header: 'Started',
            priority: 'low',
            cell: ({ started_at_millis }) => <Time date={started_at_millis} />,
          },
          {
            id: 'seen',
            header: 'Last seen',
            priority: 'low',
            cell: ({ last_seen_at_millis }) => <Time date={last_seen_at_millis} />,
          },
        ]}
      />
    </Section>
  )
}

function Queues({ status: { queues } }: { status: Status }) {
  const count = (value: number) => <span className="ui-tabular">{value.toLocaleString('en')}</span>
  return (
    <Section title="Queue" description="Background jobs of all nodes.">
      <Table
        label="Queue"
        rows={queues}
        getId={({ name }) => name}
        columns={[
          { id: 'name', header: 'Jobs', cell: ({ name }) => <code>{name}</code> },
          { id: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => count(waiting) },
          { id: 'active', header: 'Running', align: 'end', priority: 'medium', cell: ({ active }) => count(active) },
          { id: 'failed', header: 'Failed', align: 'end', cell: ({ failed }) => count(failed) },
          {
            id: 'late',
            header: 'Late by',
            align: 'end',
            priority: 'low',
            cell: ({ late_millis: late }) => (late > 1000 ? `${Math.round(late / 1000).toLocaleString('en')} s` : none),
          },
        ]}
      />
    </Section>
  )
}

function formatBytes(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 1000 ? `${Math.ceil(megabytes)} MB` : `${(megabytes / 1000).toFixed(1)} GB`
}
