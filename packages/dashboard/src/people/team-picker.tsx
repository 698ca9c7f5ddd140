import { useDeferredValue, useEffect, useState } from 'react'
import { useProject } from '../data/owner.ts'
import { Picker } from '../ui/picker.tsx'
import { type FoundTeam, findTeams, foundTeamNameOf } from './found-teams.ts'

const typingMillis = 150
const maxShown = 5

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
  const project = useProject()
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const [found, setFound] = useState<readonly FoundTeam[]>()
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(
      async () => {
        const { teams } = await findTeams(project, { query, limit: 20 }).catch(() => ({ teams: [] }))
        if (isCurrent) setFound(teams)
      },
      query ? typingMillis : 0,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [project, query])
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
        name: foundTeamNameOf(team),
        imageUrl: team.profile_image_url,
        shape: 'square',
      }))}
    />
  )
}
