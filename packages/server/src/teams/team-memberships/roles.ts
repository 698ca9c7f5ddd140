import { KnownError } from '@latchkey/contract'
import { findUserForShare } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { managedByOwnerRoutes } from '../../http/owner.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { getConfigForShare } from '../../projects/project-config/update.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { defaultPermissionIds } from '../permissions/defaults.ts'
import { deleteTeamGrant, insertTeamGrant } from '../permissions/queries.ts'
import { membershipNotFound, permissionRequired } from '../permissions/require.ts'
import { findAdminState, lockRoles } from './admin-queries.ts'
import { findAdminRole } from './admins.ts'

interface Member {
  teamId: string
  userId: string
}

/** Whether the project lets admins change roles. Teams of the internal project have roles of their own. */
export function allowsRoleChanges({ project }: Context): boolean {
  return project.config.teams.allowClientRoleChanges && project.id !== internalProjectId
}

/** Makes a member an admin, or an admin a member, on behalf of an admin. */
export async function changeRole(ctx: Context, callerId: string, member: Member, isAdmin: boolean): Promise<void> {
  if (ctx.project.id === internalProjectId) throw new PlainError(403, managedByOwnerRoutes)
  if (!allowsRoleChanges(ctx)) throw new PlainError(403, 'This project does not allow team admins to change roles.')
  const projectId = ctx.project.id
  await inTransaction(ctx.db, async (trx) => {
    // Read from the database, so that no permission is granted whose definition was just deleted.
    const config = await getConfigForShare(trx, projectId, ctx.platform.secrets)
    const role = findAdminRole(config)
    await lockRoles(trx, projectId, member.teamId)
    const caller = await findAdminState(trx, projectId, role, { ...member, userId: callerId })
    if (!caller) throw membershipNotFound(member.teamId, callerId)
    if (!role) throw new PlainError(403, 'The teams of this project have no admins.')
    if (!caller.isAdmin) throw permissionRequired(member.teamId, callerId, role.permissionIds[0]!)
    const target = await findAdminState(trx, projectId, role, member)
    if (!target) {
      if (!(await findUserForShare(trx, projectId, member.userId))) throw new KnownError('USER_NOT_FOUND')
      throw membershipNotFound(member.teamId, member.userId)
    }
    if (target.isAdmin === isAdmin) return
    if (isAdmin) {
      for (const id of role.permissionIds) await grant(trx, ctx, member, id)
      return
    }
    if (!target.hasOther) throw onlyAdmin()
    for (const id of role.permissionIds) await revoke(trx, ctx, member, id)
    for (const id of defaultPermissionIds(config, 'teamMember')) await grant(trx, ctx, member, id)
    if ((await findAdminState(trx, projectId, role, member))?.isAdmin) {
      throw new PlainError(
        409,
        'The app gave this member more permissions than admins have. Only the app can change that.',
      )
    }
  })
}

/**
 * Throws if the member is the only admin of the team. Must be called in the transaction that removes them: of two
 * admins who leave at once, the second one waits and is refused.
 */
export async function assertNotOnlyAdmin(trx: Db, ctx: Context, member: Member): Promise<void> {
  await lockRoles(trx, ctx.project.id, member.teamId)
  const state = await findAdminState(trx, ctx.project.id, findAdminRole(ctx.project.config), member)
  if (state?.isAdmin && !state.hasOther) throw onlyAdmin()
}

function onlyAdmin(): PlainError {
  return new PlainError(409, 'Nobody else is an admin of this team. Make another member an admin, or delete the team.')
}

async function grant(trx: Db, ctx: Context, member: Member, permissionId: string): Promise<void> {
  if (await insertTeamGrant(trx, ctx.project.id, { ...member, permissionId })) {
    await record(trx, ctx, member, permissionId, true)
  }
}

async function revoke(trx: Db, ctx: Context, member: Member, permissionId: string): Promise<void> {
  if (await deleteTeamGrant(trx, ctx.project.id, { ...member, permissionId })) {
    await record(trx, ctx, member, permissionId, false)
  }
}

/** The same events and entries as for grants by servers. */
async function record(trx: Db, ctx: Context, { teamId, userId }: Member, id: string, isGranted: boolean) {
  const type = isGranted ? 'team_permission.created' : 'team_permission.deleted'
  const data = { id, team_id: teamId, user_id: userId }
  await recordEvent(trx, ctx.project.id, { type, data, now: ctx.now() })
  await recordAudit(trx, ctx, {
    action: isGranted ? 'permission.granted' : 'permission.revoked',
    target: { type: 'user', id: userId },
    details: { permission_id: id, team_id: teamId },
  })
}
