'use client'

import { Suspense, useEffect } from 'react'
import { useNavigateOf, useUserOf } from '../hooks/app-hooks.ts'
import type { Team } from '../hooks/team-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import { useReportFailure } from '../ui/failures.tsx'
import { Scope } from '../ui/scope.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TeamSwitcher, type TeamSwitcherProps } from './team-switcher.tsx'

/**
 * The props of `SelectedTeamSwitcher`.
 * @example
 * <SelectedTeamSwitcher
 *   selectedTeam={team}
 *   noUpdateSelectedTeam
 *   urlMap={(team) => `/teams/${team?.id ?? ''}`}
 *   onChange={(team) => console.log(team?.displayName)}
 *   allowNull
 *   nullLabel="No team"
 *   triggerClassName="header-switcher"
 * />
 * @example
 * // A preview with mock teams:
 * <SelectedTeamSwitcher
 *   mockUser={{ selectedTeam: team }}
 *   mockTeams={[team]}
 *   mockProject={{ config: { clientTeamCreationEnabled: true } }}
 * />
 */
export type SelectedTeamSwitcherProps = SwitcherProps & (WithNull | WithoutNull)

interface WithNull {
  /** Whether the user can select no team. */
  allowNull: true
  /** The URL of a team's page. Without it, the switcher does not navigate. */
  urlMap?: ((team: Team | null) => string) | undefined
}

interface WithoutNull {
  allowNull?: false | undefined
  urlMap?: ((team: Team) => string) | undefined
}

interface SwitcherProps extends Omit<TeamSwitcherProps, 'team' | 'teamId' | 'allowNull'> {
  /** The team of the current page. Defaults to the user's selected team. */
  selectedTeam?: Team | null | undefined
  /** If true, the user's selected team does not change. */
  noUpdateSelectedTeam?: boolean | undefined
}

/**
 * A `TeamSwitcher` for the user's selected team.
 * @example <SelectedTeamSwitcher />
 */
export function SelectedTeamSwitcher(props: SelectedTeamSwitcherProps) {
  if (props.mockUser || props.mockTeams) return <TeamSwitcher {...props} team={props.selectedTeam} />
  return (
    <Suspense
      fallback={
        <Scope inline>
          <Skeleton shape="switcher" />
        </Scope>
      }
    >
      <LiveSwitcher {...props} />
    </Suspense>
  )
}

function LiveSwitcher({ urlMap, selectedTeam, noUpdateSelectedTeam, ...props }: SelectedTeamSwitcherProps) {
  const app = useApp()
  const user = useUserOf(app)
  const navigate = useNavigateOf(app)
  const reportFailure = useReportFailure()
  const shown = selectedTeam === undefined ? user?.selectedTeam : selectedTeam
  const shownId = shown?.id ?? null

  const isSelected =
    !user || selectedTeam === undefined || noUpdateSelectedTeam || user.selectedTeam?.id === selectedTeam?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each team of the page
  useEffect(() => {
    if (!isSelected) user?.update({ selectedTeamId: shownId }).catch(reportFailure)
  }, [shownId])

  const change = async (team: Team | null) => {
    await props.onChange?.(team)
    if (!noUpdateSelectedTeam) await user?.update({ selectedTeamId: team?.id ?? null })
    if (urlMap) navigate((urlMap as NonNullable<WithNull['urlMap']>)(team))
  }
  return <TeamSwitcher {...props} team={shown} onChange={change} />
}
