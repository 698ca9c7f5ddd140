import { ScrollText, Search } from 'lucide-react'
import { useData } from '../data/data.ts'
import type { List } from '../data/use-list.ts'
import { ProjectLink } from '../parts/links.tsx'
import { namesFrom } from '../people/subjects.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Empty } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { createColumns } from './columns.tsx'
import type { AuditQuery } from './query.ts'
import type { AuditSearch } from './search.ts'

const quiet = buttonLook({ variant: 'quiet' })

export function AuditTable({ list, query }: { list: List<AuditSearch>; query: AuditQuery }) {
  const { items: entries, pagination, subjects } = useData('GET /internal/audit-entries', { query })
  if (entries.length === 0) {
    return Object.keys(list.search).length > 0 ? (
      <Empty icon={<Search />} title="No entries match" action={<Button onClick={list.clear}>Clear filters</Button>}>
        Nothing like this was recorded. Try a longer period or fewer filters.
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
          names: namesFrom(subjects),
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
