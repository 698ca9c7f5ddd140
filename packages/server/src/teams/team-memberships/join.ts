import type { OwnerRole } from '@latchkey/contract'
import { endGrants } from '../../accounts/oauth-grants/end.ts'
import { listActiveConnectionIds } from '../../accounts/sessions/connection-queries.ts'
import { connectionRequired } from '../../accounts/users/required-connection.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { adminPermission } from '../../projects/owner-queries.ts'
import { findRequiredConnections } from '../../projects/team-policy-queries.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { defaultPermissionIds } from '../permissions/defaults.ts'
import { getTeam, insertMembership, lockTeamsOfUser, type TeamRow } from '../queries.ts'

/** Into a team that requires its connection, people come only through that or its directory. */
export async function assertOpenToAll(db: Db, ctx: Context, team: TeamRow): Promise<void> {
  if (!team.connection_required_at) return
  const { id, display_name } = team
  const connection_ids = await listActiveConnectionIds(db, ctx.project.id, id)
  throw connectionRequired({ display_name, connection_ids })
}

/**
 * Adds a user with the default member permissions; false if they are already a member. Must be called in a transaction
 * in which neither the team nor the user can be deleted. For a team that requires its connection the user must be locked,
 * so that they do not join two of them at once.
 */
export async function joinTeam(
  db: Db,
  ctx: Context,
  teamId: string,
  userId: string,
  ownerRole?: OwnerRole,
): Promise<boolean> {
  const now = ctx.now()
  const defaults = defaultPermissionIds(ctx.project.config, 'teamMember')
  const permissionIds = ownerRole === 'owner' ? [...new Set([...defaults, adminPermission])] : defaults
  const membership = { teamId, userId, permissionIds, ...(ownerRole && { ownerRole }), now }
  if (!(await insertMembership(db, ctx.project.id, membership))) return false
  const member = { team_id: teamId, user_id: userId }
  await recordEvent(db, ctx.project.id, { type: 'team_membership.created', data: member, now })
  for (const id of permissionIds) {
    await recordEvent(db, ctx.project.id, { type: 'team_permission.created', data: { id, ...member }, now })
  }
  await recordAudit(db, ctx, {
    action: 'team_membership.created',
    target: { type: 'user', id: userId },
    details: { team_id: teamId, permission_ids: permissionIds },
  })
  if (ctx.project.has_team_policies) await enterByConnection(db, ctx, teamId, userId)
  return true
}

async function enterByConnection(db: Db, ctx: Context, teamId: string, userId: string): Promise<void> {
  const team = await getTeam(db, ctx.project.id, teamId)
  if (!team.connection_required_at) return
  await assertCanSatisfyAll(db, ctx, teamId, userId)
  // Into the team no app gets that was given access without the connection.
  await endGrants(db, ctx, { userId }, 'connection_required')
}

/**
 * A session has one connection, so a member of two teams that require their own could never sign in again. Only who may
 * use a password in all of them can.
 */
async function assertCanSatisfyAll(db: Db, ctx: Context, teamId: string, userId: string): Promise<void> {
  // Another of the teams may be about to require its connection.
  await lockTeamsOfUser(db, ctx.project.id, userId)
  const required = await findRequiredConnections(db, ctx.project.id, userId)
  const other = required.find((team) => team.team_id !== teamId)
  if (other && !required.every((team) => team.is_break_glass)) throw connectionRequired(other)
}
