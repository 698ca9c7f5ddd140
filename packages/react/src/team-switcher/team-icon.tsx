'use client'

import { Scope } from '../ui/scope.tsx'
import { TeamImage, type TeamLike } from '../ui/team-image.tsx'

export interface TeamIconProps {
  team: TeamLike | 'personal'
}

export function TeamIcon({ team }: TeamIconProps) {
  return (
    <Scope inline>
      <TeamImage team={team} />
    </Scope>
  )
}
