import { KnownError, type systemPermissionIds } from '@latchkey/contract'
import type { Context } from '../http/context.ts'
import { isTeamMember } from '../teams/queries.ts'
import type { UserRecord } from '../users/queries.ts'
import { listGrantingIds } from './graph.ts'
import { findMembershipWithPermission } from './queries.ts'

type SystemPermissionId = (typeof systemPermissionIds)[number]

/** The signed-in user, for routes that have to check something else first; most routes declare that they need one. */
export async function requireUser(ctx: Context): Promise<UserRecord> {
  const user = await ctx.findUser()
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  return user
}

export async function requireMembership(ctx: Context, teamId: string, userId: string): Promise<void> {
  if (!(await isTeamMember(ctx.db, ctx.project.id, teamId, userId))) throw membershipNotFound(teamId, userId)
}

/** Throws if the user is not a member of the team or lacks the permission. One query, however deep the nesting. */
export async function requireTeamPermission(
  ctx: Context,
  teamId: string,
  userId: string,
  permissionId: SystemPermissionId,
): Promise<void> {
  const permissionIds = listGrantingIds(ctx.project.config, 'team', permissionId)
  const membership = await findMembershipWithPermission(ctx.db, ctx.project.id, { teamId, userId, permissionIds })
  if (!membership) throw membershipNotFound(teamId, userId)
  if (!membership.hasPermission) {
    throw new KnownError('TEAM_PERMISSION_REQUIRED', { team_id: teamId, user_id: userId, permission_id: permissionId })
  }
}

export function membershipNotFound(teamId: string, userId: string): KnownError<'TEAM_MEMBERSHIP_NOT_FOUND'> {
  return new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
}
