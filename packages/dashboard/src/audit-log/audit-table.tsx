import { ScrollText, Search } from 'lucide-react'
import { useData } from '../data/data.ts'
import type { AuditEntry } from '../data/rows.ts'
import type { List } from '../data/use-list.ts'
import { ProjectLink } from '../parts/links.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { Empty } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { createColumns } from './columns.tsx'
import { type AuditSearch, toFilter } from './search.ts'
import { useActorName } from './use-actor-name.ts'

const quiet = buttonLook({ variant: 'quiet' })
const pageSize = 50

export function AuditTable({ list }: { list: List<AuditSearch> }) {
  const { search, filter } = list
  const { items: entries, pagination } = useData('GET /internal/audit-entries', {
    query: { ...toFilter(filter), cursor: search.cursor, limit: pageSize },
  })
  const nameActor = useActorName()
  if (entries.length === 0) {
    return Object.keys(search).length > 0 ? (
      <Empty icon={<Search />} title="No entries match" action={<Button onClick={list.clear}>Clear filters</Button>}>
        No entries in this period. Enter the full ID.
      </Empty>
    ) : (
      <Empty icon={<ScrollText />} title="No entries yet">
        Every change to users, teams, keys and settings is recorded here, with its author and origin.
      </Empty>
    )
  }
  return (
    <>
      <Table
        label="Audit log"
        rows={entries}
        columns={createColumns({
          actor: (entry) => <bdi>{nameActor(entry)}</bdi>,
          target: (entry) => <Target of={entry} />,
          actions: ({ actor, target }, close) => (
            <>
              {actor.id && (
                <ProjectLink
                  {...quiet}
                  to="/projects/$projectId/audit-log"
                  search={{ actor: actor.id }}
                  onClick={close}
                >
                  All by this actor
                </ProjectLink>
              )}
              <ProjectLink
                {...quiet}
                to="/projects/$projectId/audit-log"
                search={{ target: target.id }}
                onClick={close}
              >
                All about this target
              </ProjectLink>
            </>
          ),
        })}
      />
      <Paging
        {...list.paging(pagination.next_cursor)}
        count={entries.length}
        nouns={['entry', 'entries']}
        isAlwaysShown
      />
    </>
  )
}

/** Only users and teams have their own pages. */
function Target({ of: { target } }: { of: AuditEntry }) {
  const { type, id } = target
  const text = (
    <>
      {type.replaceAll('_', ' ')} <code>{id.length > 12 ? `${id.slice(0, 8)}…` : id}</code>
    </>
  )
  if (type === 'user') {
    return (
      <ProjectLink to="/projects/$projectId/users/$userId" params={{ userId: id }}>
        {text}
      </ProjectLink>
    )
  }
  if (type === 'team') {
    return (
      <ProjectLink to="/projects/$projectId/teams/$teamId" params={{ teamId: id }}>
        {text}
      </ProjectLink>
    )
  }
  return <span>{text}</span>
}
