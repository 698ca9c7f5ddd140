import type { Actor } from '../core/actors.ts'
import type { ServerTeamUpdateOptions } from './teams.ts'

// The actions of members and servers on a team, and API keys, which users have too. Lazy: see `account-methods.ts`.

export { createApiKey, loadApiKeys } from '../api-keys/api-keys.ts'
export { inviteUser, loadInvitations } from '../team-invitations/team-invitations.ts'
export { loadUsers } from '../team-member-profiles/team-member-profiles.ts'
export { addUser, removeUser } from '../team-memberships/team-memberships.ts'

export async function updateTeam({ core, as, ...actor }: Actor, team_id: string, options: ServerTeamUpdateOptions) {
  await core.call('PATCH /teams/{team_id}', { ...as, params: { team_id }, body: createTeamBody(options) })
  await refreshTeams(actor)
}

export async function deleteTeam({ core, as, ...actor }: Actor, team_id: string) {
  await core.call('DELETE /teams/{team_id}', { ...as, params: { team_id } })
  await refreshTeams(actor)
}

/** Never negative, which a server would not accept. */
const toMillis = (date: Date | null | undefined) => date && Math.max(0, date.getTime())

function createTeamBody(options: ServerTeamUpdateOptions) {
  return {
    display_name: options.displayName,
    profile_image_url: options.profileImageUrl,
    second_factor_required_from_millis: toMillis(options.secondFactorRequiredFrom),
    client_metadata: options.clientMetadata,
    client_read_only_metadata: options.clientReadOnlyMetadata,
    server_metadata: options.serverMetadata,
  }
}

/** The user is refreshed too, because it includes the selected team. */
async function refreshTeams({ cache, refreshUser }: Pick<Actor, 'cache' | 'refreshUser'>): Promise<void> {
  await Promise.all([cache.refresh('teams/'), refreshUser()])
}
