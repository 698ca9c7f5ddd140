import { auditActions } from '@latchkey/contract/audit-actions'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../data/data.ts'
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
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor: _, ...filter } = search
  const change = (next: AuditSearch) => void navigate({ search: next, replace: true })
  return (
    <Page
      title="Audit log"
      description="Who changed which users, teams and settings."
      actions={<AuditExport filter={filter} />}
    >
      <div className="ui-stack">
        <Filters filter={filter} onChange={change} />
        <Boundary skeleton={<TableSkeleton />}>
          <AuditTable
            search={search}
            onFilter={(next) => void navigate({ search: next })}
            onPage={(cursor) => void navigate({ search: cursor ? { ...filter, cursor } : filter })}
          />
        </Boundary>
      </div>
    </Page>
  )
}

interface FiltersProps {
  filter: AuditSearch
  onChange: (filter: AuditSearch) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const set = (key: keyof AuditSearch, value: string) => {
    const { [key]: _, ...rest } = filter
    onChange(value ? { ...rest, [key]: value } : rest)
  }
  return (
    <search className="list-filters" aria-label="Filter">
      <SelectField label="Action" value={filter.action ?? ''} onChange={(event) => set('action', event.target.value)}>
        <option value="">All actions</option>
        {[...new Set([...auditActions, ...(filter.action ? [filter.action] : [])])].map((action) => (
          <option key={action}>{action}</option>
        ))}
      </SelectField>
      <TypedFilter
        label="Actor ID"
        placeholder="Full ID"
        value={filter.actor}
        onChange={(text) => set('actor', text)}
      />
      <TypedFilter
        label="Target ID"
        placeholder="Full ID"
        value={filter.target}
        onChange={(text) => set('target', text)}
      />
      <DayFilters from={filter.from} until={filter.until} onChange={set} />
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
