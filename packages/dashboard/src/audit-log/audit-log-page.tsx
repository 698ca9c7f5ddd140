import { auditActions } from '@latchkey/contract/audit-actions'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../data/data.ts'
import { type List, useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { DayFilters, TypedFilter } from '../parts/list-filters.tsx'
import { SelectField } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { AuditTable } from './audit-table.tsx'
import { csvColumns } from './csv.ts'
import { type AuditSearch, toFilter } from './search.ts'

const route = getRouteApi('/owner/projects/$projectId/audit-log')

export default function AuditLogPage() {
  const list = useList(route.useSearch(), route.useNavigate())
  return (
    <Page
      title="Audit log"
      description="Who changed which users, teams and settings."
      actions={<AuditExport filter={list.filter} />}
    >
      <div className="ui-stack">
        <Filters list={list} />
        <Boundary skeleton={<TableSkeleton />}>
          <AuditTable list={list} />
        </Boundary>
      </div>
    </Page>
  )
}

function Filters({ list: { filter, change } }: { list: List<AuditSearch> }) {
  const actions = new Set([...auditActions, ...(filter.action ? [filter.action] : [])])
  return (
    <search className="list-filters" aria-label="Filter">
      <SelectField
        label="Action"
        options={[['', 'All actions'], ...[...actions].map((action) => [action, action] as const)]}
        value={filter.action ?? ''}
        onChange={({ target }) => change({ action: target.value })}
      />
      <TypedFilter
        label="Actor ID"
        placeholder="Full ID"
        value={filter.actor}
        onChange={(actor) => change({ actor })}
      />
      <TypedFilter
        label="Target ID"
        placeholder="Full ID"
        value={filter.target}
        onChange={(target) => change({ target })}
      />
      <DayFilters from={filter.from} until={filter.until} onChange={change} />
    </search>
  )
}

function AuditExport({ filter }: { filter: AuditSearch }) {
  const { call } = useApi()
  return (
    <ExportButton
      name="audit log"
      nouns={['entry', 'entries']}
      columns={csvColumns}
      loadPage={async (cursor) => {
        const query = { ...toFilter(filter), cursor, limit: 200 }
        const { items, pagination } = await call('GET /internal/audit-entries', { query })
        return { rows: items, nextCursor: pagination.next_cursor }
      }}
    />
  )
}
