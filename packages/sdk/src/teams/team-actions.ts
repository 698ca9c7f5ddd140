import type { Routes } from '@latchkey/contract'
import type { Actor } from '../core/actors.ts'
import { loadWholeList } from '../transport/whole-list.ts'
import type { ServerUserJson } from '../users/server-users.ts'
import type { ServerTeamUpdateOptions, ServerTeamUser, TeamInvitation, TeamUser } from './team-types.ts'

// What is done with a team, by members who may and by servers.

export async function update({ core, as, ...actor }: Actor, team_id: string, options: ServerTeamUpdateOptions) {
  await core.call('PATCH /teams/{team_id}', { ...as, params: { team_id }, body: createTeamBody(options) })
  await refreshTeams(actor)
}

async function deleteTeam({ core, as, ...actor }: Actor, team_id: string) {
  await core.call('DELETE /teams/{team_id}', { ...as, params: { team_id } })
  await refreshTeams(actor)
}

export { deleteTeam as delete }

export async function inviteUser(
  { core, as, cache }: Actor,
  team_id: string,
  { email, callbackUrl }: { email: string; callbackUrl?: string | undefined },
) {
  const callback_url = core.redirects.getCallbackUrl('teamInvitation', callbackUrl, 'callbackUrl')
  await core.call('POST /team-invitations/send-code', { ...as, body: { email, team_id, callback_url } })
  await cache.refresh(`team-invitations/${team_id}`)
}

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

type InvitationJson = Routes['GET /team-invitations']['response']['client']['items'][number]

export async function loadInvitations({ core, as, cache }: Actor, team_id: string) {
  const query = { team_id }
  const items = await loadWholeList((cursor) =>
    core.call('GET /team-invitations', { ...as, query: { team_id, cursor } }),
  )
  const create = ({ id, recipient_email, expires_at_millis }: InvitationJson) =>
    Object.freeze<TeamInvitation>({
      id,
      recipientEmail: recipient_email,
      expiresAt: new Date(expires_at_millis),
      async revoke() {
        await core.call('DELETE /team-invitations/{id}', { ...as, params: { id }, query })
        await cache.refresh(`team-invitations/${team_id}`)
      },
    })
  return { items, create }
}

type MemberJson = Routes['GET /team-member-profiles']['response']['client']['items'][number] & {
  user?: ServerUserJson
}

export async function loadUsers({ core, as, createUser }: Actor, team_id: string) {
  const load = (cursor?: string) => core.call('GET /team-member-profiles', { ...as, query: { team_id, cursor } })
  const items = await loadWholeList<unknown>(load)
  const create = ({ user_id, user, display_name, profile_image_url }: MemberJson) => {
    const teamProfile = Object.freeze({ displayName: display_name, profileImageUrl: profile_image_url })
    const member: TeamUser = user && createUser ? { ...createUser(user), teamProfile } : { id: user_id, teamProfile }
    return Object.freeze(member) as ServerTeamUser
  }
  return { items: items as MemberJson[], create }
}

export function createTeamBody(options: ServerTeamUpdateOptions) {
  return {
    display_name: options.displayName,
    profile_image_url: options.profileImageUrl,
    client_metadata: options.clientMetadata,
    client_read_only_metadata: options.clientReadOnlyMetadata,
    server_metadata: options.serverMetadata,
  }
}

/** A user shows the selected team as well. */
export async function refreshTeams({ cache, refreshUser }: Pick<Actor, 'cache' | 'refreshUser'>): Promise<void> {
  await Promise.all([cache.refresh('teams/'), refreshUser()])
}
