import { type RowOf, useData } from '../data/data.ts'
import { reasonOf } from '../failures/words.ts'
import { Boundary } from '../parts/boundary.tsx'
import { RowLink } from '../parts/links.tsx'
import { SubjectName } from '../people/subject-name.tsx'
import { type Names, namesFrom } from '../people/subjects.ts'
import { Badge, none, Section } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Trace = RowOf<'GET /internal/traces'>

const limit = 10

/** The latest sign-ins with a connection that did not work, each with the way to its story. */
export function FailedSignIns({ connectionId }: { connectionId: string }) {
  return (
    <Section title="Failed sign-ins" description={`The last ${limit} of the past 14 days.`}>
      <Boundary skeleton={<TableSkeleton />}>
        <Failures connectionId={connectionId} />
      </Boundary>
    </Section>
  )
}

function Failures({ connectionId }: { connectionId: string }) {
  const query = { connection_id: connectionId, limit }
  const { items, subjects } = useData('GET /internal/traces', { query })
  return (
    <Table label="Failed sign-ins" columns={columnsFor(namesFrom(subjects))} rows={items} empty="No failed sign-ins." />
  )
}

const columnsFor = (names: Names): Column<Trace>[] => [
  {
    id: 'what',
    header: 'What failed',
    cell: (trace) => (
      <>
        <RowLink to="/projects/$projectId/failures" search={{ id: trace.id }}>
          <bdi>{reasonOf(trace)}</bdi>
        </RowLink>
        {trace.count > 1 && <Badge>{`${trace.count} times`}</Badge>}
      </>
    ),
  },
  {
    id: 'who',
    header: 'User',
    width: 180,
    priority: 'medium',
    cell: ({ user_id: id }) => (id ? <SubjectName of={{ type: 'user', id }} names={names} /> : none),
  },
  { id: 'when', header: 'When', width: 120, cell: ({ last_at_millis: at }) => <Time date={at} /> },
]
