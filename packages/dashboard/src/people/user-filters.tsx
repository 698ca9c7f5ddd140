import { ListFilter, X } from 'lucide-react'
import { type ChangeEvent, type ReactNode, Suspense, useState } from 'react'
import { nullIf } from '../data/call.ts'
import { useLoaded } from '../data/data.ts'
import { startOfDay } from '../data/days.ts'
import { useProject } from '../data/owner.ts'
import type { List } from '../data/use-list.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { formatDay } from '../ui/time.tsx'
import type { UserSearch } from '../users/search.ts'
import { methodName } from './sign-in-methods.ts'
import { teamNameOf } from './team-name.ts'
import { TeamPicker } from './team-picker.tsx'
import './user-filters.css'

/** The filters of a list, or of anything else that is about some users. */
type UserList = Pick<List<UserSearch>, 'search' | 'change'>
type Changes = Parameters<UserList['change']>[0]

export function FilterButton({ list: { search, change } }: { list: UserList }) {
  const [isOpen, setIsOpen] = useState(false)
  const { config } = useProject()
  const methods = new Set(['password', 'otp', 'passkey', 'connection', ...config.oauth_providers.map(({ id }) => id)])
  if (search.method) methods.add(search.method)
  const ofDays = (key: 'signedUpFrom' | 'signedUpUntil' | 'activeFrom' | 'activeUntil') => ({
    type: 'date',
    value: search[key] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [key]: target.value }),
  })
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
          onChange={(verified) => change({ verified })}
        />
        <BooleanFilter
          label="Restriction"
          names={['Restricted', 'Not restricted']}
          value={search.restricted}
          onChange={(restricted) => change({ restricted })}
        />
        <SelectField
          label="Sign-in method"
          options={[['', 'Any'], ...[...methods].map((method) => [method, methodName(method)] as const)]}
          value={search.method ?? ''}
          onChange={({ target }) => change({ method: target.value })}
        />
        <SelectField
          label="Anonymous users"
          options={{ '': 'Hide', include: 'Show', only: 'Only anonymous' }}
          value={search.anonymous ?? ''}
          onChange={({ target }) => change({ anonymous: target.value as UserSearch['anonymous'] })}
        />
        <TextField label="Signed up from" {...ofDays('signedUpFrom')} />
        <TextField label="Signed up until" {...ofDays('signedUpUntil')} />
        <TextField label="Last active from" {...ofDays('activeFrom')} />
        <TextField label="Last active until" {...ofDays('activeUntil')} />
        <div className="users-filters-wide">
          <Suspense fallback={<Skeleton height={60} />}>
            <TeamPicker label="Member of a team" picked={search.team} onPick={(team) => change({ team })} />
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

function BooleanFilter({ label, names: [yes, no], value, onChange }: BooleanFilterProps) {
  return (
    <SelectField
      label={label}
      options={{ '': 'Any', true: yes, false: no }}
      value={value === undefined ? '' : String(value)}
      onChange={({ target }) => onChange(target.value ? target.value === 'true' : undefined)}
    />
  )
}

/** The active filters, each with a remove button. */
export function FilterChips({ list: { search, change } }: { list: UserList }) {
  const chips = listChips(search)
  if (chips.length === 0) return null
  const clear = Object.assign({}, ...chips.map(({ changes }) => changes)) as Changes
  return (
    <ul className="users-chips" aria-label="Active filters">
      {chips.map(({ id, text, name, changes }) => (
        <li key={id}>
          {text}
          <button type="button" aria-label={`Remove filter: ${name}`} onClick={() => change(changes)}>
            <X />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li data-plain>
          <Button size="small" variant="quiet" onClick={() => change(clear)}>
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
