import type { Owner } from '../core/actors.ts'
import { loadWholeList } from '../transport/lists.ts'
import { createTeam as createTeamObject, type ServerTeam, type TeamCreateOptions, type TeamJson } from './teams.ts'

// One chunk for the teams of a user.

export { createProfileReader } from '../team-member-profiles/team-member-profiles.ts'
export { leaveTeam } from '../team-memberships/team-memberships.ts'

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
