import { KnownError, type systemPermissionIds } from '@latchkey/contract'
import { isTeamMember } from '../../accounts/users/membership-queries.ts'
import type { Context } from '../../http/context.ts'
import { managedByOwnerRoutes } from '../../http/owner.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { findOwnerRole } from '../../projects/owner-queries.ts'
import { listGrantingIds } from './graph.ts'
import { findMembershipWithPermission } from './queries.ts'

type SystemPermissionId = (typeof systemPermissionIds)[number]

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
  if (ctx.project.id === internalProjectId) return requireOwnerPermission(ctx, teamId, userId, permissionId)
  const permissionIds = listGrantingIds(ctx.project.config, 'team', permissionId)
  const membership = await findMembershipWithPermission(ctx.db, ctx.project.id, { teamId, userId, permissionIds })
  if (!membership) throw membershipNotFound(teamId, userId)
  if (!membership.hasPermission) throw permissionRequired(teamId, userId, permissionId)
}

/** Teams of the internal project own projects, so roles decide there, and members change only as owners do. */
async function requireOwnerPermission(
  ctx: Context,
  teamId: string,
  userId: string,
  permissionId: SystemPermissionId,
): Promise<void> {
  const role = await findOwnerRole(ctx.db, teamId, userId)
  if (!role) throw membershipNotFound(teamId, userId)
  if (permissionId === '$read_members') return
  if (permissionId === '$invite_members' || permissionId === '$remove_members') {
    throw new PlainError(403, managedByOwnerRoutes)
  }
  if (role !== 'owner') throw permissionRequired(teamId, userId, permissionId)
}

/**
 * Whether the member sees the email addresses of the others: whoever decides who stays has to know who they are. To invite
 * is not enough, because by default all members may. Owners, in the teams of the internal project, see addresses on the
 * page where they manage each other.
 */
export async function seesAddresses(ctx: Context, teamId: string, userId: string): Promise<boolean> {
  const { id: projectId, config } = ctx.project
  if (projectId === internalProjectId) return false
  const permissionIds = listGrantingIds(config, 'team', '$remove_members')
  const membership = await findMembershipWithPermission(ctx.db, projectId, { teamId, userId, permissionIds })
  return membership?.hasPermission === true
}

export function permissionRequired(teamId: string, userId: string, permissionId: string) {
  const details = { team_id: teamId, user_id: userId, permission_id: permissionId }
  return new KnownError('TEAM_PERMISSION_REQUIRED', details)
}

export function membershipNotFound(teamId: string, userId: string): KnownError<'TEAM_MEMBERSHIP_NOT_FOUND'> {
  return new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
}
