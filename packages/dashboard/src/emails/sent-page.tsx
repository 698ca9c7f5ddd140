import { getRouteApi } from '@tanstack/react-router'
import { Inbox, Search } from 'lucide-react'
import { useData } from '../data/data.ts'
import { useTrail } from '../data/use-trail.ts'
import { useTypedSearch } from '../data/use-typed-search.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Button } from '../ui/button.tsx'
import { SearchField, Select } from '../ui/field.tsx'
import { Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { EmailsFrame } from './emails-frame.tsx'
import { reasonOf } from './reason.ts'
import type { SentSearch } from './search.ts'
import { useSentColumns } from './sent-columns.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/sent')
const pageSize = 50

export default function SentPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor: _, ...filter } = search
  const change = (next: SentSearch) => void navigate({ search: next, replace: true })
  const [recipient, setRecipient] = useTypedSearch(filter.recipient ?? '', (text) => {
    const { recipient: __, ...rest } = filter
    change(text ? { ...rest, recipient: text } : rest)
  })
  return (
    <EmailsFrame title="Sent" description="Every attempt to send an email and its result.">
      <search className="ui-row" aria-label="Filter">
        <SearchField
          label="Recipient’s full email address"
          value={recipient}
          onChange={(event) => setRecipient(event.target.value)}
        />
        <Select
          label="Status"
          value={filter.status ?? ''}
          onChange={({ target }) => {
            const { status: __, ...rest } = filter
            change(target.value ? { ...rest, status: target.value as 'sent' | 'failed' } : rest)
          }}
        >
          <option value="">All</option>
          <option value="sent">Sent</option>
          <option value="failed">Failed</option>
        </Select>
      </search>
      <Boundary skeleton={<TableSkeleton />}>
        <SentTable
          search={search}
          onClear={() => change({})}
          onPage={(cursor) => void navigate({ search: cursor ? { ...filter, cursor } : filter })}
        />
      </Boundary>
    </EmailsFrame>
  )
}

interface SentTableProps {
  search: SentSearch
  onClear: () => void
  onPage: (cursor: string | undefined) => void
}

function SentTable({ search, onClear, onPage }: SentTableProps) {
  const columns = useSentColumns()
  const { cursor, ...filter } = search
  const { items, pagination } = useData('GET /internal/emails', { query: { ...search, limit: pageSize } })
  const trail = useTrail(JSON.stringify(filter))
  if (items.length === 0) {
    return Object.keys(search).length > 0 ? (
      <Empty
        icon={<Search aria-hidden="true" />}
        title="No emails match"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        No emails match these filters. Enter the full email address.
      </Empty>
    ) : (
      <Empty icon={<Inbox aria-hidden="true" />} title="No emails yet">
        Sign-in codes, verification emails, invitations and your own emails appear here, with the reason for any
        failure.
      </Empty>
    )
  }
  const next = pagination?.next_cursor
  return (
    <>
      <Table
        label="Sent emails"
        rows={items}
        getId={({ id }) => id}
        isLinked
        columns={[
          columns.subject,
          { id: 'to', header: 'To', priority: 'medium', cell: ({ to }) => <bdi>{to[0]}</bdi> },
          columns.status,
          {
            id: 'reason',
            header: 'Reason',
            priority: 'low',
            cell: ({ error }) => reasonOf(error) ?? <span className="ui-muted">–</span>,
          },
          columns.when,
        ]}
      />
      <Paging {...trail.paging(cursor, next, onPage)}>
        {items.length === 1 ? '1 email' : `${items.length} emails`} on this page
      </Paging>
    </>
  )
}
