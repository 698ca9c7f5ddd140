import { ListFilter, X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { nullIf } from '../data/call.ts'
import { useLoaded } from '../data/data.ts'
import { startOfDay } from '../data/days.ts'
import { useProject } from '../data/owner.ts'
import { methodName } from '../people/sign-in-methods.ts'
import { teamNameOf } from '../people/team-name.ts'
import { TeamPicker } from '../people/team-picker.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { formatDay } from '../ui/time.tsx'
import { type UserSearch, withChanges } from './search.ts'

interface FiltersProps {
  search: UserSearch
  onChange: (search: UserSearch) => void
}

type Changes = Parameters<typeof withChanges>[1]

export function FilterButton({ search, onChange }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { config } = useProject()
  const set = (changes: Changes) => onChange(withChanges(search, changes))
  const methods = new Set(['password', 'otp', 'passkey', ...config.oauth_providers.map(({ id }) => id)])
  if (search.method) methods.add(search.method)
  return (
    <Popover
      label="Filters"
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button icon={<ListFilter />}>Filter</Button>}
    >
      <div className="users-filters">
        <BooleanFilter
          label="Email address"
          names={['Verified', 'Not verified']}
          value={search.verified}
          onChange={(verified) => set({ verified })}
        />
        <BooleanFilter
          label="Restriction"
          names={['Restricted', 'Not restricted']}
          value={search.restricted}
          onChange={(restricted) => set({ restricted })}
        />
        <SelectField
          label="Sign-in method"
          value={search.method ?? ''}
          onChange={(event) => set({ method: event.target.value })}
        >
          <option value="">Any</option>
          {[...methods].map((method) => (
            <option key={method} value={method}>
              {methodName(method)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Anonymous users"
          value={search.anonymous ?? ''}
          onChange={(event) => set({ anonymous: (event.target.value || undefined) as UserSearch['anonymous'] })}
        >
          <option value="">Hide</option>
          <option value="include">Show</option>
          <option value="only">Only anonymous</option>
        </SelectField>
        <DayFilter
          label="Signed up from"
          value={search.signedUpFrom}
          onChange={(signedUpFrom) => set({ signedUpFrom })}
        />
        <DayFilter
          label="Signed up until"
          value={search.signedUpUntil}
          onChange={(signedUpUntil) => set({ signedUpUntil })}
        />
        <DayFilter label="Last active from" value={search.activeFrom} onChange={(activeFrom) => set({ activeFrom })} />
        <DayFilter
          label="Last active until"
          value={search.activeUntil}
          onChange={(activeUntil) => set({ activeUntil })}
        />
        <div className="users-filters-wide">
          <Suspense fallback={<Skeleton height={60} />}>
            <TeamPicker label="Member of a team" picked={search.team} onPick={(team) => set({ team })} />
          </Suspense>
        </div>
      </div>
    </Popover>
  )
}

interface BooleanFilterProps {
  label: string
  names: readonly [yes: string, no: string]
  value: boolean | undefined
  onChange: (value: boolean | undefined) => void
}

function BooleanFilter({ label, names, value, onChange }: BooleanFilterProps) {
  return (
    <SelectField
      label={label}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.target.value ? event.target.value === 'true' : undefined)}
    >
      <option value="">Any</option>
      <option value="true">{names[0]}</option>
      <option value="false">{names[1]}</option>
    </SelectField>
  )
}

interface DayFilterProps {
  label: string
  value: string | undefined
  onChange: (day: string) => void
}

function DayFilter({ label, value = '', onChange }: DayFilterProps) {
  return <TextField label={label} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
}

/** The active filters, each with a remove button. */
export function FilterChips({ search, onChange }: FiltersProps) {
  const chips = listChips(search)
  if (chips.length === 0) return null
  const clear = Object.assign({}, ...chips.map(({ changes }) => changes)) as Changes
  return (
    <ul className="users-chips" aria-label="Active filters">
      {chips.map(({ id, text, name, changes }) => (
        <li key={id}>
          {text}
          <button
            type="button"
            aria-label={`Remove filter: ${name}`}
            onClick={() => onChange(withChanges(search, changes))}
          >
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li data-plain>
          <Button size="small" variant="quiet" onClick={() => onChange(withChanges(search, clear))}>
            Clear filters
          </Button>
        </li>
      )}
    </ul>
  )
}

interface Chip {
  id: string
  text: ReactNode
  name: string
  /** The change that removes the filter. */
  changes: Changes
}

export function listChips(search: UserSearch): Chip[] {
  const { verified, restricted, method, anonymous, team } = search
  const chips: Chip[] = []
  const add = (id: string, text: string, changes: Changes) => chips.push({ id, text, name: text, changes })
  if (verified !== undefined) add('verified', verified ? 'Verified' : 'Not verified', { verified: undefined })
  if (restricted !== undefined)
    add('restricted', restricted ? 'Restricted' : 'Not restricted', { restricted: undefined })
  if (method) add('method', `Signs in with ${methodName(method)}`, { method: undefined })
  if (anonymous)
    add('anonymous', anonymous === 'only' ? 'Only anonymous' : 'Including anonymous', { anonymous: undefined })
  const signedUp = describeRange('Signed up', search.signedUpFrom, search.signedUpUntil)
  if (signedUp) add('signed-up', signedUp, { signedUpFrom: undefined, signedUpUntil: undefined })
  const active = describeRange('Last active', search.activeFrom, search.activeUntil)
  if (active) add('active', active, { activeFrom: undefined, activeUntil: undefined })
  if (team) {
    const text = (
      <Suspense fallback="In a team">
        <TeamChip teamId={team} />
      </Suspense>
    )
    chips.push({ id: 'team', text, name: 'Team', changes: { team: undefined } })
  }
  return chips
}

function TeamChip({ teamId }: { teamId: string }) {
  const params = { team_id: teamId }
  const team = useLoaded('GET /teams/{team_id}', { params }, (call) =>
    call('GET /teams/{team_id}', { params }).catch(nullIf('TEAM_NOT_FOUND', 'SCHEMA_ERROR')),
  )
  return (
    <span className="ui-truncate">
      In <bdi>{team ? teamNameOf(team) : 'a deleted team'}</bdi>
    </span>
  )
}

function describeRange(what: string, from: string | undefined, until: string | undefined): string | undefined {
  const [first, last] = [from, until].map((day) => day && formatDay(startOfDay(day)))
  if (first && last) return first === last ? `${what} on ${first}` : `${what} ${first} – ${last}`
  if (first) return `${what} since ${first}`
  return last ? `${what} until ${last}` : undefined
}
