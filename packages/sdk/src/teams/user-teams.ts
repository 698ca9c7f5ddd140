import type { TeamJson } from '../app/types.ts'
import { keepWhileEqual } from '../cache/cached-value.ts'
import type { Owner } from '../core/actors.ts'
import { loadWholeList } from '../transport/whole-list.ts'
import type { TeamReference } from '../users/account-types.ts'
import { refreshTeams } from './team-actions.ts'
import type { EditableTeamMemberProfile, ServerTeam, TeamCreateOptions } from './team-types.ts'
import { createTeam as createTeamObject } from './teams.ts'

// What a user has to do with teams.

export async function loadTeams(owner: Owner) {
  const { core, as, userId } = owner
  const load = (cursor?: string) => core.call('GET /teams', { ...as, query: { user_id: userId, cursor } })
  const items = await loadWholeList<unknown>(load)
  return { items: items as TeamJson[], create: (record: TeamJson) => createTeamObject(owner, record) as ServerTeam }
}

export async function createTeam(owner: Owner, { displayName, profileImageUrl }: TeamCreateOptions) {
  const body = { display_name: displayName, profile_image_url: profileImageUrl, creator_user_id: owner.userId }
  const record = (await owner.core.call('POST /teams', { ...owner.as, body })) as TeamJson
  await owner.update({ selectedTeamId: record.id })
  await owner.cache.refresh('teams/')
  return createTeamObject(owner, record) as ServerTeam
}

/** The selected team may be the one that is left, so the user changes too. */
export async function leaveTeam(owner: Owner, { id }: TeamReference): Promise<void> {
  const { core, as, cache, userId } = owner
  const params = { team_id: id, user_id: userId }
  await core.call('DELETE /team-memberships/{team_id}/{user_id}', { ...as, params })
  await Promise.all([refreshTeams(owner), cache.refresh(`team-users/${id}`)])
}

/** Reads the profile; while it says the same it is the same object. */
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
