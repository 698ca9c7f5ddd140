import { getRouteApi } from '@tanstack/react-router'
import { Inbox, Search } from 'lucide-react'
import { useData } from '../data/data.ts'
import { type List, useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { TypedSearch } from '../parts/list-filters.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Name } from '../ui/name.tsx'
import { Empty, none } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { EmailsFrame } from './emails-frame.tsx'
import { reasonOf } from './reason.ts'
import type { SentSearch } from './search.ts'
import { sentColumns } from './sent-columns.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/sent')
const pageSize = 50

export default function SentPage() {
  const list = useList(route.useSearch(), route.useNavigate())
  const { filter, change } = list
  return (
    <EmailsFrame title="Sent" description="Every attempt to send an email and its result.">
      <search className="ui-row" aria-label="Filter">
        <TypedSearch
          label="Recipient’s full email address"
          value={filter.recipient}
          onChange={(recipient) => change({ recipient })}
        />
        <Select
          label="Status"
          options={{ '': 'All', sent: 'Sent', failed: 'Failed' }}
          value={filter.status ?? ''}
          onChange={({ target }) => change({ status: target.value as SentSearch['status'] })}
        />
      </search>
      <Boundary skeleton={<TableSkeleton />}>
        <SentTable list={list} />
      </Boundary>
    </EmailsFrame>
  )
}

function SentTable({ list }: { list: List<SentSearch> }) {
  const { items, pagination } = useData('GET /internal/emails', { query: { ...list.search, limit: pageSize } })
  if (items.length === 0) {
    return Object.keys(list.search).length > 0 ? (
      <Empty icon={<Search />} title="No emails match" action={<Button onClick={list.clear}>Clear filters</Button>}>
        No emails match these filters. Enter the full email address.
      </Empty>
    ) : (
      <Empty icon={<Inbox />} title="No emails yet">
        Sign-in codes, verification emails, invitations and your own emails appear here, with the reason for any
        failure.
      </Empty>
    )
  }
  return (
    <>
      <Table
        label="Sent emails"
        rows={items}
        columns={[
          sentColumns.subject,
          { id: 'to', header: 'To', priority: 'medium', cell: ({ to }) => <Name>{to[0] ?? ''}</Name> },
          sentColumns.status,
          { id: 'reason', header: 'Reason', priority: 'low', cell: ({ error }) => reasonOf(error) ?? none },
          sentColumns.when,
        ]}
      />
      <Paging
        {...list.paging(pagination?.next_cursor)}
        count={items.length}
        nouns={['email', 'emails']}
        isAlwaysShown
      />
    </>
  )
}
