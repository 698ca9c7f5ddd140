import { useState } from 'react'
import { type RowOf, useFound } from '../data/data.ts'
import { useSettled } from '../data/use-settled.ts'
import { Picker } from '../ui/picker.tsx'
import { teamNameOf } from './team-name.ts'

const maxShown = 5

export type FoundTeam = RowOf<'GET /internal/teams'>

interface TeamPickerProps {
  label: string
  error?: string | undefined
  picked: string | undefined
  onPick: (teamId: string, team: FoundTeam) => void
  /** Teams that cannot be picked. */
  without?: ReadonlySet<string> | undefined
}

/** Finds a team by typing. Lists the newest teams first. */
export function TeamPicker({ label, error, picked, onPick, without }: TeamPickerProps) {
  const [text, setText] = useState('')
  const query = useSettled(text)
  const found = useFound('GET /internal/teams', { query: { query, limit: 20 } })
  const shown = found?.filter(({ id }) => !without?.has(id)).slice(0, maxShown)
  return (
    <Picker
      label={label}
      placeholder="Search by name or ID"
      hint={shown?.length === 0 ? (query ? 'No teams match.' : 'No teams yet.') : undefined}
      error={error}
      text={text}
      onType={setText}
      picked={picked}
      onPick={(id) => {
        const team = shown?.find((each) => each.id === id)
        if (team) onPick(id, team)
      }}
      choices={(shown ?? []).map((team) => ({
        id: team.id,
        name: teamNameOf(team),
        imageUrl: team.profile_image_url,
        shape: 'square',
      }))}
    />
  )
}
