import { Link } from '@tanstack/react-router'
import { ScrollText, Search } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { AuditEntry } from '../data/rows.ts'
import { useTrail } from '../data/use-trail.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { createColumns } from './columns.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { type AuditSearch, toFilter } from './search.ts'
import { useActorName } from './use-actor-name.ts'

const pageSize = 50

interface AuditTableProps {
  search: AuditSearch
  onFilter: (filter: AuditSearch) => void
  onPage: (cursor: string | undefined) => void
}

export function AuditTable({ search, onFilter, onPage }: AuditTableProps) {
  const { cursor, ...filter } = search
  const { items: entries, pagination } = useData('GET /internal/audit-entries', {
    query: { ...toFilter(filter), cursor, limit: pageSize },
  })
  const nameActor = useActorName()
  const trail = useTrail(JSON.stringify(filter))
  const [shown, setShown] = useState<AuditEntry>()
  if (entries.length === 0) {
    const isFiltered = Object.keys(search).length > 0
    return isFiltered ? (
      <Empty
        icon={<Search aria-hidden="true" />}
        title="No entries match"
        action={<Button onClick={() => onFilter({})}>Clear filters</Button>}
      >
        No entries in this period. Enter the full ID.
      </Empty>
    ) : (
      <Empty icon={<ScrollText aria-hidden="true" />} title="No entries yet">
        Every change to users, teams, keys and settings is recorded here, with its author and origin.
      </Empty>
    )
  }
  const { actor, target } = shown ?? {}
  return (
    <>
      <Table
        label="Audit log"
        rows={entries}
        getId={(entry) => entry.id}
        columns={createColumns({
          actor: (entry) => <bdi>{nameActor(entry)}</bdi>,
          target: (entry) => <Target of={entry} />,
          onShow: setShown,
        })}
      />
      <Paging {...trail.paging(cursor, pagination.next_cursor, onPage)}>
        {entries.length === 1 ? '1 entry' : `${entries.length} entries`} on this page
      </Paging>
      {shown && (
        <EntryDialog
          entry={shown}
          onClose={() => setShown(undefined)}
          actions={
            <>
              {actor?.id && (
                <Button
                  variant="quiet"
                  onClick={() => {
                    setShown(undefined)
                    onFilter({ actor: actor.id ?? '' })
                  }}
                >
                  All by this actor
                </Button>
              )}
              {target && (
                <Button
                  variant="quiet"
                  onClick={() => {
                    setShown(undefined)
                    onFilter({ target: target.id })
                  }}
                >
                  All about this target
                </Button>
              )}
            </>
          }
        />
      )}
    </>
  )
}

/** Only users and teams have their own pages. */
function Target({ of: { target } }: { of: AuditEntry }) {
  const { id: projectId } = useProject()
  const { type, id } = target
  const text = (
    <>
      {type.replaceAll('_', ' ')} <code>{id.length > 12 ? `${id.slice(0, 8)}…` : id}</code>
    </>
  )
  if (type === 'user') {
    return (
      <Link to="/projects/$projectId/users/$userId" params={{ projectId, userId: id }}>
        {text}
      </Link>
    )
  }
  if (type === 'team') {
    return (
      <Link to="/projects/$projectId/teams/$teamId" params={{ projectId, teamId: id }}>
        {text}
      </Link>
    )
  }
  return <span>{text}</span>
}
