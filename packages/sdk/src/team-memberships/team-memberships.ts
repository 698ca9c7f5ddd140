import type { Actor, Owner } from '../core/actors.ts'

/**
 * How a member leaves a team.
 * @example await user.leaveTeam(team, { keepAdmin: true })
 */
export interface LeaveTeamOptions {
  /** Whether to refuse if nobody else is an admin of the team. The error is a `StatusError` with the status 409. */
  keepAdmin?: boolean | undefined
}

const toQuery = ({ keepAdmin }: LeaveTeamOptions) => (keepAdmin ? { keep_admin: 'true' as const } : {})

export async function addUser({ core, as, cache }: Actor, team_id: string, user_id: string) {
  const params = { team_id, user_id }
  await core.call('POST /team-memberships/{team_id}/{user_id}', { ...as, params, body: {} })
  await cache.refresh(`team-users/${team_id}`, `teams/of/${user_id}`, `permissions/${user_id}/${team_id}/`)
}

export async function removeUser(
  { core, as, cache, refreshUser }: Actor,
  team_id: string,
  user_id: string,
  options: LeaveTeamOptions = {},
) {
  const request = { ...as, params: { team_id, user_id }, query: toQuery(options) }
  await core.call('DELETE /team-memberships/{team_id}/{user_id}', request)
  const changed = cache.refresh(`team-users/${team_id}`, `teams/of/${user_id}`, `permissions/${user_id}/${team_id}/`)
  await Promise.all([changed, refreshUser()])
}

/** The user is refreshed too, because the team may have been the selected one. */
export async function leaveTeam(
  owner: Owner,
  { id }: { readonly id: string },
  options: LeaveTeamOptions = {},
): Promise<void> {
  const { core, as, cache, userId, refreshUser } = owner
  const params = { team_id: id, user_id: userId }
  await core.call('DELETE /team-memberships/{team_id}/{user_id}', { ...as, params, query: toQuery(options) })
  await Promise.all([cache.refresh('teams/', `team-users/${id}`), refreshUser()])
}
