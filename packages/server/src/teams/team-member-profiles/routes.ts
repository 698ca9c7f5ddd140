import { type HandlerOutput, KnownError, type teamMemberProfileRoutes } from '@latchkey/contract'
import type { Updateable } from 'kysely'
import { toUserBody } from '../../accounts/users/body.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { deleteUnusedImages, storeImage } from '../../platform/files/images.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { membershipNotFound, requireMembership, requireTeamPermission, seesAddresses } from '../permissions/require.ts'
import { getTeam } from '../queries.ts'
import { findMembershipForUpdate } from '../team-memberships/queries.ts'
import { listMemberProfiles, type MemberProfile, toAddressBody, updateMembership } from './queries.ts'

type ServerProfileBody = HandlerOutput<
  (typeof teamMemberProfileRoutes)['GET /team-member-profiles/{team_id}/{user_id}']
>

export const teamMemberProfileHandlers: Handlers<typeof teamMemberProfileRoutes> = {
  'GET /team-member-profiles': async ({ ctx, clientUser, query }) => {
    const { team_id: teamId, user_id: userId } = query
    let withAddresses = false
    if (clientUser) {
      if (!teamId) throw new PlainError(400, 'Give the team_id of one of your teams.')
      await requireReader(ctx, teamId, clientUser.id, userId)
      withAddresses = await seesAddresses(ctx, teamId, clientUser.id)
    }
    const { cursor } = query
    const { rows, nextCursor } = await listMemberProfiles(ctx.db, ctx.project.id, {
      teamId,
      userId,
      cursor,
      withAddresses,
    })
    // Whoever is listed exists.
    if (!clientUser && rows.length === 0) {
      if (teamId) await getTeam(ctx.db, ctx.project.id, teamId)
      if (userId) await assertUserExists(ctx.db, ctx, userId)
    }
    const items = rows.map((row) => ({ ...toProfileBody(row), ...toAddressBody(row) }))
    return toListBody(items, nextCursor, cursor)
  },

  'GET /team-member-profiles/{team_id}/{user_id}': async ({ ctx, clientUser, params }) => {
    if (clientUser) await requireReader(ctx, params.team_id, clientUser.id, params.user_id)
    return readProfile(ctx.db, ctx, params.team_id, params.user_id)
  },

  'PATCH /team-member-profiles/{team_id}/{user_id}': async ({ ctx, clientUser, params, body }) => {
    const { team_id: teamId, user_id: userId } = params
    if (clientUser && clientUser.id !== userId) throw new PlainError(403, 'You can only change your own profile.')
    return inTransaction(ctx.db, async (trx) => {
      const member = await findMembershipForUpdate(trx, ctx.project.id, teamId, userId)
      if (!member) {
        await assertUserExists(trx, ctx, userId)
        throw membershipNotFound(teamId, userId)
      }
      const changes: Updateable<Tables['team_memberships']> = {}
      if (body.display_name !== undefined) changes.display_name = body.display_name
      if (body.profile_image_url !== undefined) {
        changes.profile_image_url = await storeMemberImage(trx, ctx, teamId, userId, body.profile_image_url)
      }
      if (Object.keys(changes).length > 0) {
        await updateMembership(trx, ctx.project.id, { teamId, userId }, changes)
      }
      return readProfile(trx, ctx, teamId, userId)
    })
  },
}

/** Members can see their own profile; others require a permission. */
async function requireReader(ctx: Context, teamId: string, callerId: string, userId: string | undefined) {
  if (userId === callerId) await requireMembership(ctx, teamId, callerId)
  else await requireTeamPermission(ctx, teamId, callerId, '$read_members')
}

async function assertUserExists(db: Db, ctx: Context, userId: string): Promise<void> {
  if (!(await findUserRecord(db, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
}

async function readProfile(db: Db, ctx: Context, teamId: string, userId: string): Promise<ServerProfileBody> {
  const { rows } = await listMemberProfiles(db, ctx.project.id, { teamId, userId })
  const [profile] = rows
  if (profile) return toProfileBody(profile)
  await assertUserExists(db, ctx, userId)
  throw membershipNotFound(teamId, userId)
}

/** The member's profile in the team takes precedence over the user's own. */
function toProfileBody({ user, ...member }: MemberProfile): ServerProfileBody {
  return {
    team_id: member.team_id,
    user_id: member.user_id,
    display_name: member.display_name ?? user.display_name,
    profile_image_url: member.profile_image_url ?? user.profile_image_url,
    user: toUserBody(user),
  }
}

/** Members may use an image from any host inside their team, as servers may everywhere. */
async function storeMemberImage(trx: Db, ctx: Context, teamId: string, userId: string, url: string | null) {
  const owner = { folder: 'team-member-profile-images' as const, ownerId: `${teamId}/${userId}` }
  const { project, platform } = ctx
  const image = { ...owner, url, access: 'server' as const, baseUrl: platform.config.url, now: ctx.now() }
  const stored = await storeImage(trx, project.id, image)
  await deleteUnusedImages(trx, project.id, owner, [stored])
  return stored
}
