'use client'

import { Scope } from '../ui/scope.tsx'
import { TeamImage, type TeamLike } from '../ui/team-image.tsx'

/**
 * The props of `TeamIcon`.
 * @example <TeamIcon team={user.selectedTeam ?? 'personal'} />
 */
export interface TeamIconProps {
  /** The team. */
  team: TeamLike | 'personal'
}

/**
 * The picture of a team, or its initial.
 * @example <TeamIcon team={team} />
 */
export function TeamIcon({ team }: TeamIconProps) {
  return (
    <Scope inline>
      <TeamImage team={team} />
    </Scope>
  )
}
