import type { HandlerInput, requiredConnectionRoutes } from '@latchkey/contract'
import { announceEnd } from '../../../accounts/sessions/end.ts'
import { isTeamMember } from '../../../accounts/users/membership-queries.ts'
import { findUserRecord } from '../../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../../accounts/users/second-factor.ts'
import type { Handlers } from '../../../api/handler.ts'
import type { Context } from '../../../http/context.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { PlainError } from '../../../platform/http/plain-error.ts'
import { projectCache } from '../../../projects/cache.ts'
import { noteTeamPolicies } from '../../../projects/queries.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { getTeam, getTeamForUpdate, type TeamRow } from '../../../teams/queries.ts'
import { assertManagesTeam } from '../access.ts'
import {
  deleteRefusedSessions,
  hasTriedConnection,
  isConnectionOfTeam,
  listUnreadyMembers,
  updateRequirement,
} from './queries.ts'
import { assertReady } from './ready.ts'

type Change = HandlerInput<(typeof requiredConnectionRoutes)['PATCH /teams/{team_id}/required-connection']>['body']

const maxNamed = 20

export const requiredConnectionHandlers: Handlers<typeof requiredConnectionRoutes> = {
  'GET /teams/{team_id}/required-connection': async ({ ctx, clientUser, params }) => {
    await assertManagesTeam(ctx, clientUser, params.team_id)
    return describe(ctx.db, ctx, await getTeam(ctx.db, ctx.project.id, params.team_id))
  },

  'PATCH /teams/{team_id}/required-connection': async ({ ctx, clientUser, params, body }) => {
    const { team_id: teamId } = params
    await assertManagesTeam(ctx, clientUser, teamId)
    const requirement = await inTransaction(ctx.db, async (trx) => {
      await noteTeamPolicies(trx, ctx.project.id)
      const before = await getTeamForUpdate(trx, ctx.project.id, teamId)
      const after = apply(ctx, before, body)
      const isNewBreakGlass = after.break_glass_user_id !== before.break_glass_user_id
      if (after.break_glass_user_id && isNewBreakGlass)
        await assertBreakGlass(trx, ctx, teamId, after.break_glass_user_id)
      if (after.connection_required_at && !before.connection_required_at) {
        await assertNobodyLockedOut(trx, ctx, after, clientUser !== undefined)
      }
      await updateRequirement(trx, ctx.project.id, teamId, {
        connection_required_at: after.connection_required_at,
        break_glass_user_id: after.break_glass_user_id,
      })
      if (after.connection_required_at) {
        await announceEnd(trx, ctx, await deleteRefusedSessions(trx, ctx.project.id, teamId), 'connection_required')
      }
      await recordAudit(trx, ctx, {
        action: 'team.required_connection_changed',
        target: { type: 'team', id: teamId },
        details: {
          is_required: after.connection_required_at !== null,
          ...(isNewBreakGlass && { break_glass_user_id: after.break_glass_user_id }),
        },
      })
      return describe(trx, ctx, after)
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return requirement
  },
}

function apply(ctx: Context, before: TeamRow, { is_required, break_glass_user_id }: Change): TeamRow {
  const { connection_required_at: since } = before
  return {
    ...before,
    ...(is_required !== undefined && { connection_required_at: is_required ? (since ?? ctx.now()) : null }),
    ...(break_glass_user_id !== undefined && { break_glass_user_id }),
  }
}

async function describe(db: Db, ctx: Context, team: TeamRow) {
  const { connection_required_at: since, break_glass_user_id: breakGlassUserId } = team
  const unready = await listUnreadyMembers(db, ctx.project.id, team.id, { breakGlassUserId, limit: maxNamed })
  return {
    is_required: since !== null,
    required_at_millis: since?.getTime() ?? null,
    break_glass_user_id: breakGlassUserId,
    unready_members: unready.members,
    unready_count: unready.count,
  }
}

async function assertBreakGlass(trx: Db, ctx: Context, teamId: string, userId: string): Promise<void> {
  if (!(await isTeamMember(trx, ctx.project.id, teamId, userId))) {
    throw new PlainError(409, 'Only a member of the team can keep signing in with a password.')
  }
  const user = await findUserRecord(trx, ctx.project.id, userId)
  if (!user?.has_password || !hasSecondFactor(user)) {
    throw new PlainError(409, 'This member needs a password and a second factor first.')
  }
}

/** Otherwise whoever may manage connections could keep others, or themselves, out of their accounts. */
async function assertNobodyLockedOut(trx: Db, ctx: Context, team: TeamRow, isClient: boolean): Promise<void> {
  if (!(await hasTriedConnection(trx, ctx.project.id, team.id))) {
    throw new PlainError(409, 'Turn on a connection of the team first, and sign in with it or test it.')
  }
  const own = ctx.token?.connection_id
  if (isClient && !(own && (await isConnectionOfTeam(trx, ctx.project.id, team.id, own)))) {
    throw new PlainError(409, 'Sign in with the connection first, so that you do not lock yourself out.')
  }
  await assertReady(trx, ctx, team)
}
