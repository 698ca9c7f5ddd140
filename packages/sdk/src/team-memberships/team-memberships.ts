import type { Actor, Owner } from '../core/actors.ts'

export async function addUser({ core, as, cache }: Actor, team_id: string, user_id: string) {
  const params = { team_id, user_id }
  await core.call('POST /team-memberships/{team_id}/{user_id}', { ...as, params, body: {} })
  await cache.refresh(`team-users/${team_id}`, `teams/of/${user_id}`, `permissions/${user_id}/${team_id}/`)
}

export async function removeUser({ core, as, cache, refreshUser }: Actor, team_id: string, user_id: string) {
  await core.call('DELETE /team-memberships/{team_id}/{user_id}', { ...as, params: { team_id, user_id } })
  const changed = cache.refresh(`team-users/${team_id}`, `teams/of/${user_id}`, `permissions/${user_id}/${team_id}/`)
  await Promise.all([changed, refreshUser()])
}

/** The user is refreshed too, because the team may have been the selected one. */
export async function leaveTeam(owner: Owner, { id }: { readonly id: string }): Promise<void> {
  const { core, as, cache, userId, refreshUser } = owner
  const params = { team_id: id, user_id: userId }
  await core.call('DELETE /team-memberships/{team_id}/{user_id}', { ...as, params })
  await Promise.all([cache.refresh('teams/', `team-users/${id}`), refreshUser()])
}
