import { auditActions } from '@latchkey/contract/audit-actions'
import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { Boundary } from '../app/boundary.tsx'
import { download, toCsv } from '../app/csv.ts'
import { useProject } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { useTypedSearch } from '../app/use-typed-search.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import './audit-log.css'
import { AuditTable } from './audit-table.tsx'
import { csvColumns } from './csv.ts'
import { type AuditSearch, toFilter } from './search.ts'

const route = getRouteApi('/owner/projects/$projectId/audit-log')
const exportLimit = 20_000

export default function AuditLogPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor: _, ...filter } = search
  const change = (next: AuditSearch) => void navigate({ search: next, replace: true })
  return (
    <Page
      title="Audit log"
      description="Who did what to users, teams and settings."
      actions={<ExportButton filter={filter} />}
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
  const today = new Date().toLocaleDateString('sv')
  return (
    <search className="audit-filters" aria-label="Filter">
      <SelectField label="Action" value={filter.action ?? ''} onChange={(event) => set('action', event.target.value)}>
        <option value="">All actions</option>
        {[...new Set([...auditActions, ...(filter.action ? [filter.action] : [])])].map((action) => (
          <option key={action}>{action}</option>
        ))}
      </SelectField>
      <TypedFilter
        label="Actor ID"
        placeholder="Who did it"
        value={filter.actor}
        onChange={(text) => set('actor', text)}
      />
      <TypedFilter
        label="Target ID"
        placeholder="What it was done to"
        value={filter.target}
        onChange={(text) => set('target', text)}
      />
      <TextField
        label="From"
        type="date"
        max={filter.until ?? today}
        value={filter.from ?? ''}
        onChange={(event) => set('from', event.target.value)}
      />
      <TextField
        label="Until"
        type="date"
        max={today}
        min={filter.from}
        value={filter.until ?? ''}
        onChange={(event) => set('until', event.target.value)}
      />
    </search>
  )
}

interface TypedFilterProps {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (text: string) => void
}

function TypedFilter({ label, placeholder, value = '', onChange }: TypedFilterProps) {
  const [text, setText] = useTypedSearch(value, onChange)
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      type="search"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

/** Everything that matches, not only the page that is shown. */
function ExportButton({ filter }: { filter: AuditSearch }) {
  const { app, displayName } = useProject()
  const { isBusy, run } = useAction()
  const save = () =>
    run(async () => {
      const entries = []
      let cursor: string | undefined
      do {
        const page = await app.listAuditEntries({ ...toFilter(filter), cursor, limit: 200 })
        entries.push(...page)
        cursor = page.nextCursor ?? undefined
      } while (cursor && entries.length < exportLimit)
      download(`${displayName} audit log.csv`, [toCsv(csvColumns, entries)])
      toast(
        cursor
          ? `The newest ${entries.length.toLocaleString('en')} entries were exported. Filter by time to get the others.`
          : `${entries.length.toLocaleString('en')} entries were exported.`,
      )
    })
  return (
    <Button icon={<Download />} isBusy={isBusy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
