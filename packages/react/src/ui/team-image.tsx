import { Avatar } from './avatar.tsx'

export interface TeamLike {
  id: string
  displayName: string
  profileImageUrl?: string | null | undefined
}

/** The team's image, else its first letter; an icon for a personal account. */
export function TeamImage({ team, size = 24 }: { team: TeamLike | 'personal'; size?: number }) {
  return <Avatar user={team === 'personal' ? null : team} size={size} isSquare />
}
