import { useData } from '../data/data.ts'
import { useStores } from '../data/owner.ts'

type Grants = ReadonlyMap<string, readonly string[]>

/** Permissions granted in the team, by user. Reloads with the members, because defaults are grants too. */
export function useGrants(teamId: string): Grants {
  return useGrantsBy('user_id', `team-users/${teamId}/permissions`, { team_id: teamId })
}

/** Permissions granted to one user, by team. */
export function useGrantsOfUser(userId: string): Grants {
  return useGrantsBy('team_id', `permissions/${userId}/in-teams`, { user_id: userId })
}

/** Cache keys of the pages that show a member's grants: the team's and the user's. */
export const grantsKeys = (teamId: string, userId: string) => [
  `team-users/${teamId}/permissions`,
  `permissions/${userId}/`,
]

function useGrantsBy(
  by: 'user_id' | 'team_id',
  key: string,
  filter: { team_id: string } | { user_id: string },
): Grants {
  const { cached, call } = useStores()
  const grants = useData(
    cached(key, async () => {
      const items: { id: string; user_id: string; team_id: string }[] = []
      let cursor: string | undefined
      do {
        const page = await call('GET /team-permissions', { query: { ...filter, recursive: 'false', cursor } })
        items.push(...page.items)
        cursor = page.pagination?.next_cursor ?? undefined
      } while (cursor)
      return items
    }),
  )
  const grouped = new Map<string, string[]>()
  for (const grant of grants) grouped.set(grant[by], [...(grouped.get(grant[by]) ?? []), grant.id])
  return grouped
}
