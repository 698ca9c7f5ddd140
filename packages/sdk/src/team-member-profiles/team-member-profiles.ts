import type { Routes } from '@latchkey/contract'
import { keepWhileEqual } from '../cache/cached-value.ts'
import type { Actor, Owner } from '../core/actors.ts'
import type { ServerTeamUser, TeamReference, TeamUser } from '../teams/teams.ts'
import { loadWholeList } from '../transport/lists.ts'
import type { ServerUserJson } from '../users/server-users.ts'

/**
 * A member's name and image in the team. Defaults to those of the user.
 * @example const { displayName, profileImageUrl }: TeamMemberProfile = member.teamProfile
 */
export interface TeamMemberProfile {
  /** The name in the team. */
  readonly displayName: string | null
  /** The picture in the team. */
  readonly profileImageUrl: string | null
}

/**
 * A member's profile, as servers see it.
 * @example const profile: ServerTeamMemberProfile = member.teamProfile
 */
export interface ServerTeamMemberProfile extends TeamMemberProfile {}

/**
 * The user's own profile in a team.
 * @example const profile: EditableTeamMemberProfile = await user.getTeamProfile(team)
 */
export interface EditableTeamMemberProfile extends TeamMemberProfile {
  /**
   * Changes the profile. Null restores the user's own image.
   * @example await profile.update({ displayName: 'Ada' })
   */
  update(options: { displayName?: string | undefined; profileImageUrl?: string | null | undefined }): Promise<void>
}

type MemberJson = Routes['GET /team-member-profiles']['response']['client']['items'][number] & {
  user?: ServerUserJson
}

export async function loadUsers({ core, as, createUser }: Actor, team_id: string) {
  const load = (cursor?: string) => core.call('GET /team-member-profiles', { ...as, query: { team_id, cursor } })
  const items = await loadWholeList<unknown>(load)
  const create = (json: MemberJson) => {
    const { user_id: id, user, display_name, profile_image_url } = json
    const teamProfile = Object.freeze({ displayName: display_name, profileImageUrl: profile_image_url })
    const member: TeamUser =
      user && createUser ? { ...createUser(user), teamProfile } : { id, teamProfile, ...addressOf(json) }
    return Object.freeze(member) as ServerTeamUser
  }
  return { items: items as MemberJson[], create }
}

/** Only members who may remove others get addresses. */
function addressOf({ primary_email, primary_email_verified }: MemberJson) {
  return primary_email === undefined
    ? {}
    : { primaryEmail: primary_email, primaryEmailVerified: primary_email_verified === true }
}

/** Reads the profile, and returns the same object while nothing has changed. */
export function createProfileReader({ core, as, cache, userId }: Owner, { id }: TeamReference) {
  const request = { ...as, params: { team_id: id, user_id: userId } }
  const create = keepWhileEqual((profile: { display_name: string | null; profile_image_url: string | null }) =>
    Object.freeze<EditableTeamMemberProfile>({
      displayName: profile.display_name,
      profileImageUrl: profile.profile_image_url,
      async update({ displayName, profileImageUrl }) {
        const body = { display_name: displayName, profile_image_url: profileImageUrl }
        await core.call('PATCH /team-member-profiles/{team_id}/{user_id}', { ...request, body })
        await cache.refresh(`team-profiles/${userId}/${id}`, `team-users/${id}`)
      },
    }),
  )
  return async () => create(await core.call('GET /team-member-profiles/{team_id}/{user_id}', request))
}
