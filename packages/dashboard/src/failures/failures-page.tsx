import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, Search } from 'lucide-react'
import { Suspense } from 'react'
import { useData } from '../data/data.ts'
import { type List, useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { TypedSearch } from '../parts/list-filters.tsx'
import { useRangeStart } from '../parts/time-range.tsx'
import { SubjectName } from '../people/subject-name.tsx'
import { SubjectFilter } from '../people/subject-picker.tsx'
import { nameSubject, namesFrom } from '../people/subjects.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Badge, Empty, none, Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import './failures.css'
import { RowLink } from '../parts/links.tsx'
import { type FailureQuery, findProblem, toQuery } from './query.ts'
import type { FailureSearch } from './search.ts'
import { StoryPage } from './story-page.tsx'
import { kindNames, reasonOf } from './words.ts'

const route = getRouteApi('/owner/projects/$projectId/failures')
const pageSize = 50

export default function FailuresPage() {
  const { id } = route.useSearch()
  return id ? <StoryPage key={id} id={id} /> : <FailureList />
}

function FailureList() {
  const list = useList<FailureSearch>(route.useSearch(), route.useNavigate())
  const now = useRangeStart(list.filter.range)
  const problem = findProblem(list.filter.find)
  const query = toQuery(problem ? { ...list.search, find: '' } : list.search, now, pageSize)
  return (
    <Page
      title="Failures"
      description="Why did this fail? Sign-ins, sign-ups, emails, webhooks and purchases of the last 14 days."
    >
      <div className="ui-stack">
        <Filters list={list} query={query} />
        {problem ? (
          <Empty icon={<Search />} title="Nothing to look for yet">
            {problem}
          </Empty>
        ) : (
          <Boundary skeleton={<TableSkeleton />}>
            <FailureTable list={list} query={query} />
          </Boundary>
        )}
      </div>
    </Page>
  )
}

interface Listed {
  list: List<FailureSearch>
  query: FailureQuery
}

function Filters({ list: { filter, change }, query }: Listed) {
  return (
    <search className="list-filters failures-filters" aria-label="Filter">
      <TypedSearch label="Email address or reference" value={filter.find} onChange={(find) => change({ find })} />
      <SelectField
        label="What"
        options={{ '': 'Everything', ...kindNames }}
        value={filter.kind ?? ''}
        onChange={({ target }) => change({ kind: target.value as FailureSearch['kind'] })}
      />
      <SubjectFilter
        label="User"
        anyLabel="Anyone"
        kinds={['user']}
        picked={filter.user}
        onPick={(user) => change({ user })}
      >
        {filter.user && (
          <Suspense fallback="…">
            <PickedName id={filter.user} query={query} />
          </Suspense>
        )}
      </SubjectFilter>
      <SelectField
        label="Time"
        options={{ '': 'Last 14 days', week: 'Last 7 days', day: 'Last 24 hours', hour: 'Last hour' }}
        value={filter.range ?? ''}
        onChange={({ target }) => change({ range: target.value as FailureSearch['range'] })}
      />
    </search>
  )
}

function PickedName({ id, query }: { id: string; query: FailureQuery }) {
  const { subjects } = useData('GET /internal/traces', { query })
  const subject = subjects.find((each) => each.id === id)
  return subject ? <bdi>{nameSubject(subject, namesFrom(subjects))}</bdi> : id
}

function FailureTable({ list, query }: Listed) {
  const { items, pagination, subjects } = useData('GET /internal/traces', { query })
  if (items.length === 0) {
    return Object.keys(list.search).length > 0 ? (
      <Empty icon={<Search />} title="No failures match" action={<Button onClick={list.clear}>Clear filters</Button>}>
        Nothing like this failed in the last 14 days, or it was one of too many to keep.
      </Empty>
    ) : (
      <Empty icon={<CircleCheck />} title="Nothing has failed">
        When a sign-in, an email, a webhook or a purchase fails, this page says why.
      </Empty>
    )
  }
  const names = namesFrom(subjects)
  return (
    <>
      <Table
        label="Failures"
        rows={items}
        columns={[
          {
            id: 'what',
            header: 'What failed',
            cell: (trace) => (
              <span className="failures-reason">
                <RowLink to="/projects/$projectId/failures" search={{ ...list.filter, id: trace.id }}>
                  <bdi>{reasonOf(trace)}</bdi>
                </RowLink>
                {trace.count > 1 && <Badge>{`${trace.count} times`}</Badge>}
              </span>
            ),
          },
          { id: 'kind', header: 'Kind', width: 140, priority: 'medium', cell: ({ kind }) => kindNames[kind] },
          {
            id: 'who',
            header: 'User',
            width: 180,
            priority: 'medium',
            cell: ({ user_id: id, typed_unknown_address: isUnknown }) =>
              id ? (
                <SubjectName of={{ type: 'user', id }} names={names} />
              ) : isUnknown ? (
                <span className="ui-muted">Unknown address</span>
              ) : (
                none
              ),
          },
          {
            id: 'address',
            header: 'IP address',
            width: 140,
            priority: 'low',
            cell: (trace) => trace.ip_address ?? none,
          },
          { id: 'when', header: 'When', width: 120, cell: (trace) => <Time date={trace.last_at_millis} /> },
        ]}
      />
      <Paging
        {...list.paging(pagination.next_cursor)}
        count={items.length}
        nouns={['failure', 'failures']}
        isAlwaysShown
      />
    </>
  )
}
