import { Suspense, useState } from 'react'
import { useData, useFound } from '../data/data.ts'
import type { List } from '../data/use-list.ts'
import { useMay } from '../parts/role.tsx'
import { TimeRange } from '../parts/time-range.tsx'
import { SubjectFilter } from '../people/subject-picker.tsx'
import { nameSubject, namesFrom } from '../people/subjects.ts'
import { PickField } from '../ui/pick-field.tsx'
import { Picker } from '../ui/picker.tsx'
import type { AuditQuery } from './query.ts'
import type { AuditSearch } from './search.ts'
import { findActions, nameAction } from './sentence.tsx'

interface FiltersProps {
  list: List<AuditSearch>
  query: AuditQuery
}

export function Filters({ list: { filter, change }, query }: FiltersProps) {
  const { actor, target, action } = filter
  return (
    <search className="list-filters" aria-label="Filter">
      <SubjectFilter
        label="By"
        anyLabel="Anyone"
        kinds={['owner', 'user', 'key']}
        picked={actor}
        onPick={(id) => change({ actor: id })}
      >
        <PickedName id={actor} query={query} />
      </SubjectFilter>
      <ActionFilter picked={action} onPick={(next) => change({ action: next })} />
      <SubjectFilter
        label="About"
        anyLabel="Anything"
        kinds={['user', 'team', 'key', 'endpoint', 'connection', 'client']}
        picked={target}
        onPick={(id) => change({ target: id })}
      >
        <PickedName id={target} query={query} />
      </SubjectFilter>
      <TimeRange range={filter.range} from={filter.from} until={filter.until} onChange={change} />
    </search>
  )
}

/** The name of what a link filters by comes with the entries. */
function PickedName({ id, query }: { id: string | undefined; query: AuditQuery }) {
  return id ? (
    <Suspense fallback="…">
      <LoadedName id={id} query={query} />
    </Suspense>
  ) : null
}

function LoadedName({ id, query }: { id: string; query: AuditQuery }) {
  const { subjects } = useData('GET /internal/audit-entries', { query })
  const subject = subjects.find((each) => each.id === id)
  return subject ? <bdi>{nameSubject(subject, namesFrom(subjects))}</bdi> : <SetupName id={id} />
}

/** Connections and OAuth clients are not among the subjects of entries. */
function SetupName({ id }: { id: string }) {
  const seesSetup = useMay()('read-setup')
  const connections = useFound('GET /connections', seesSetup ? { query: {} } : undefined)
  const clients = useFound('GET /oauth-clients', seesSetup ? { query: { query: id } } : undefined)
  const found = [...(connections ?? []), ...(clients ?? [])].find((each) => each.id === id)
  return found ? <bdi>{found.display_name}</bdi> : id
}

const maxShown = 8

function ActionFilter({
  picked,
  onPick,
}: {
  picked: string | undefined
  onPick: (action: string | undefined) => void
}) {
  const [text, setText] = useState('')
  const found = findActions(text)
  return (
    <PickField
      label="Action"
      anyLabel="All actions"
      value={picked && nameAction(picked)}
      isPicked={picked !== undefined}
      onClear={() => onPick(undefined)}
    >
      {(close) => (
        <Picker
          label="Action"
          placeholder="Type, such as password"
          hint={found.length === 0 ? 'No matches.' : undefined}
          text={text}
          onType={setText}
          picked={picked}
          onPick={(action) => {
            onPick(action)
            close()
          }}
          hasPictures={false}
          choices={text ? found.slice(0, maxShown) : found}
        />
      )}
    </PickField>
  )
}
