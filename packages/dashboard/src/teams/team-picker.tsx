import type { ServerTeam } from '@latchkey/react'
import { useId, useState } from 'react'
import { useData } from '../app/data.ts'
import { useStores } from '../app/owner.ts'
import { TextField } from '../ui/field.tsx'
import { Avatar } from '../ui/page.tsx'
import { teamNameOf } from './team-name.ts'
import './teams.css'

const maxShown = 4

interface TeamPickerProps {
  label: string
  error?: string | undefined
  picked: string | undefined
  onPick: (teamId: string) => void
}

/** Finds one team by typing, and then arrow keys or a click. */
export function TeamPicker({ label, error, picked, onPick }: TeamPickerProps) {
  const group = useId()
  const [text, setText] = useState('')
  const teams = useData(useStores().teams)
  const wanted = text.trim().toLowerCase()
  const matches = (team: Pick<ServerTeam, 'id' | 'displayName'>) =>
    teamNameOf(team).toLowerCase().includes(wanted) || team.id === wanted
  const found = teams.toReversed().filter(matches)
  return (
    <div className="ui-stack" data-gap="small">
      <TextField
        label={label}
        type="search"
        placeholder="Search by name or ID"
        hint={hintOf(teams.length, found.length)}
        error={error}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length > 0 && (
        <div className="teams-found" role="radiogroup" aria-label="Found teams">
          {found.slice(0, maxShown).map((team) => (
            <label key={team.id}>
              <input
                type="radio"
                className="ui-checkbox"
                name={group}
                checked={picked === team.id}
                onChange={() => onPick(team.id)}
              />
              <Avatar name={teamNameOf(team)} imageUrl={team.profileImageUrl} shape="square" />
              <bdi className="ui-truncate">{teamNameOf(team)}</bdi>
            </label>
          ))}
        </div>
      )}
    </div>
  )
}

function hintOf(count: number, foundCount: number): string | undefined {
  if (count === 0) return 'There are no teams yet.'
  if (foundCount === 0) return 'No team matches.'
  return foundCount > maxShown ? `${foundCount - maxShown} more match. Type to find them.` : undefined
}
