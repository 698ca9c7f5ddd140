import { useData } from '../app/data.ts'
import { useStores } from '../app/owner.ts'

/** What each member was granted in the team, by user. Fetched again with the members, whose defaults are grants too. */
export function useGrants(teamId: string): ReadonlyMap<string, readonly string[]> {
  const { cached, call } = useStores()
  const grants = useData(
    cached(grantsKey(teamId), async () => {
      const items: { id: string; user_id: string }[] = []
      let cursor: string | undefined
      do {
        const page = await call('GET /team-permissions', { query: { team_id: teamId, recursive: 'false', cursor } })
        items.push(...page.items)
        cursor = page.pagination?.next_cursor ?? undefined
      } while (cursor)
      return items
    }),
  )
  const byUser = new Map<string, string[]>()
  for (const { id, user_id } of grants) byUser.set(user_id, [...(byUser.get(user_id) ?? []), id])
  return byUser
}

export const grantsKey = (teamId: string) => `team-users/${teamId}/permissions`
