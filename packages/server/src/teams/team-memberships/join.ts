import type { OwnerRole } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { adminPermission } from '../../projects/owner-queries.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { defaultPermissionIds } from '../permissions/defaults.ts'
import { insertMembership } from '../queries.ts'

/**
 * Adds a user with the default member permissions; false if they are already a member. Must be called in a transaction
 * in which neither the team nor the user can be deleted.
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
  return true
}
