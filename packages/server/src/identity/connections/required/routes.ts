import { type FieldConflict, type HandlerInput, KnownError, type requiredConnectionRoutes } from '@latchkey/contract'
import { endGrants } from '../../../accounts/oauth-grants/end.ts'
import { announceEnd } from '../../../accounts/sessions/end.ts'
import { isTeamMember } from '../../../accounts/users/membership-queries.ts'
import { findUserRecord } from '../../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../../accounts/users/second-factor.ts'
import type { Handlers } from '../../../api/handler.ts'
import type { Context } from '../../../http/context.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { PlainError } from '../../../platform/http/plain-error.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { projectCache } from '../../../projects/cache.ts'
import { noteTeamPolicies } from '../../../projects/queries.ts'
import { settleFields } from '../../../projects/revisions/save-fields.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { getTeam, getTeamForUpdate, type TeamRow } from '../../../teams/queries.ts'
import { assertManagesTeam } from '../access.ts'
import { hideActors } from '../revisions.ts'
import {
  deleteRefusedSessions,
  findNamedMember,
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
    const team = await getTeam(ctx.db, ctx.project.id, params.team_id)
    return describe(ctx.db, ctx, team, ctx.project.config_revision)
  },

  'PATCH /teams/{team_id}/required-connection': async ({ ctx, clientUser, params, body }) => {
    const { team_id: teamId } = params
    await assertManagesTeam(ctx, clientUser, teamId)
    const requirement = await inTransaction(ctx.db, async (trx) => {
      await noteTeamPolicies(trx, ctx.project.id)
      const before = await getTeamForUpdate(trx, ctx.project.id, teamId)
      const { change, revision } = await settle(trx, ctx, before, body)
      const after = apply(ctx, before, change)
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
      // Whoever gave the access may not have signed in with the connection.
      if (after.connection_required_at && !before.connection_required_at) {
        await endGrants(trx, ctx, { membersOf: teamId }, 'connection_required')
      }
      await recordAudit(trx, ctx, {
        action: 'team.required_connection_changed',
        target: { type: 'team', id: teamId },
        details: {
          is_required: after.connection_required_at !== null,
          ...(isNewBreakGlass && { break_glass_user_id: after.break_glass_user_id }),
        },
      })
      if (after.break_glass_user_id && isNewBreakGlass) {
        const chosen = { project_id: ctx.project.id, team_id: teamId, user_id: after.break_glass_user_id }
        await enqueueJob(trx, 'announce-break-glass', { ...chosen, is_appointed: true })
      }
      return describe(trx, ctx, after, revision)
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return requirement
  },
}

/** The part of a change that is not in the way of what others have changed since. */
async function settle(trx: Db, ctx: Context, before: TeamRow, body: Change) {
  const { is_required, break_glass_user_id } = body
  const current = {
    is_required: before.connection_required_at !== null,
    break_glass_user_id: before.break_glass_user_id,
  }
  const given = {
    ...(is_required !== undefined && { is_required }),
    ...(break_glass_user_id !== undefined && { break_glass_user_id }),
  }
  const save = { current, change: given, name: before.display_name }
  return settleFields(trx, ctx, { subject: `required_connection:${before.id}`, ...save })
    .catch((error: unknown) => nameMembers(trx, ctx, before.id, error))
    .catch(hideActors(ctx))
}

/** People choose between names, not IDs. */
async function nameMembers(trx: Db, ctx: Context, teamId: string, error: unknown): Promise<never> {
  if (!KnownError.is(error, 'SAVE_CONFLICT')) throw error
  const nameOf = async (userId: unknown) => {
    const member = typeof userId === 'string' ? await findNamedMember(trx, ctx.project.id, teamId, userId) : undefined
    return member ? (member.display_name ?? member.primary_email) : null
  }
  const conflicts: FieldConflict[] = []
  for (const conflict of error.details.conflicts) {
    const isMember = conflict.path === 'break_glass_user_id'
    const names = isMember && { mine: await nameOf(conflict.mine), theirs: await nameOf(conflict.theirs) }
    conflicts.push({ ...conflict, ...names })
  }
  throw new KnownError('SAVE_CONFLICT', { ...error.details, conflicts })
}

function apply(ctx: Context, before: TeamRow, { is_required, break_glass_user_id }: Change): TeamRow {
  const { connection_required_at: since } = before
  return {
    ...before,
    ...(is_required !== undefined && { connection_required_at: is_required ? (since ?? ctx.now()) : null }),
    ...(break_glass_user_id !== undefined && { break_glass_user_id }),
  }
}

async function describe(db: Db, ctx: Context, team: TeamRow, revision: number) {
  const { connection_required_at: since, break_glass_user_id: breakGlassUserId } = team
  const unready = await listUnreadyMembers(db, ctx.project.id, team.id, { breakGlassUserId, limit: maxNamed })
  return {
    is_required: since !== null,
    required_at_millis: since?.getTime() ?? null,
    break_glass_user_id: breakGlassUserId,
    break_glass_member: breakGlassUserId
      ? ((await findNamedMember(db, ctx.project.id, team.id, breakGlassUserId)) ?? null)
      : null,
    unready_members: unready.members,
    unready_count: unready.count,
    revision,
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
