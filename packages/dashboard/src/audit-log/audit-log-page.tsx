import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../data/data.ts'
import { useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { useRangeStart } from '../parts/time-range.tsx'
import { Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { AuditTable } from './audit-table.tsx'
import { csvColumns } from './csv.ts'
import { Filters } from './filters.tsx'
import { toQuery } from './query.ts'
import type { AuditSearch } from './search.ts'

const route = getRouteApi('/owner/projects/$projectId/audit-log')
const pageSize = 50

export default function AuditLogPage() {
  const list = useList(route.useSearch(), route.useNavigate())
  const now = useRangeStart(list.filter.range)
  const query = toQuery(list.search, now, pageSize)
  return (
    <Page
      title="Audit log"
      description="Who changed which users, teams and settings."
      actions={<AuditExport filter={list.filter} now={now} />}
    >
      <div className="ui-stack">
        <Filters list={list} query={query} />
        <Boundary skeleton={<TableSkeleton />}>
          <AuditTable list={list} query={query} />
        </Boundary>
      </div>
    </Page>
  )
}

function AuditExport({ filter, now }: { filter: AuditSearch; now: number }) {
  const { call } = useApi()
  return (
    <ExportButton
      name="audit log"
      nouns={['entry', 'entries']}
      columns={csvColumns}
      loadPage={async (cursor) => {
        const query = { ...toQuery(filter, now, 200), cursor }
        const { items, pagination } = await call('GET /internal/audit-entries', { query })
        return { rows: items, nextCursor: pagination.next_cursor }
      }}
    />
  )
}
