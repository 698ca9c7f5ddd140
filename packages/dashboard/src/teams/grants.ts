import { useAll } from '../data/data.ts'

type Grants = ReadonlyMap<string, readonly string[]>

/** Permissions granted in the team, by user. */
export const useGrants = (teamId: string): Grants => useGrantsBy('user_id', { team_id: teamId })

/** Permissions granted to one user, by team. */
export const useGrantsOfUser = (userId: string): Grants => useGrantsBy('team_id', { user_id: userId })

function useGrantsBy(by: 'user_id' | 'team_id', filter: { team_id: string } | { user_id: string }): Grants {
  const grants = useAll('GET /team-permissions', { query: { ...filter, recursive: 'false' } })
  const grouped = new Map<string, string[]>()
  for (const grant of grants) grouped.set(grant[by], [...(grouped.get(grant[by]) ?? []), grant.id])
  return grouped
}
