import { KnownError, type permissionRoutes } from '@latchkey/contract'
import { findUserForShare, type UserRecord } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertNotLastOwner } from '../../projects/keep-owner.ts'
import { adminPermission } from '../../projects/owner-queries.ts'
import { getConfigForShare } from '../../projects/project-config/update.ts'
import { type AuditEntry, recordAudit } from '../../records/audit/record.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { findMembershipForShare } from '../team-memberships/queries.ts'
import { type PermissionScope, scopeOf } from './graph.ts'
import { countPermissionHolders, listPermissionHolders } from './holders.ts'
import { listProjectPermissions, listTeamPermissions } from './lists.ts'
import { deleteProjectGrant, deleteTeamGrant, insertProjectGrants, insertTeamGrant } from './queries.ts'
import { membershipNotFound } from './require.ts'

export const permissionHandlers: Handlers<typeof permissionRoutes> = {
  'GET /internal/permission-holders': ({ ctx, query }) => listPermissionHolders(ctx, query),

  'GET /internal/permission-usage': ({ ctx, query }) => countPermissionHolders(ctx, query.scope),

  'GET /team-permissions': async ({ ctx, clientUser, query }) => {
    assertOwnPermissions(clientUser, query.user_id)
    return listTeamPermissions(ctx, query)
  },

  'POST /team-permissions/{team_id}/{user_id}/{permission_id}': ({ ctx, params }) => {
    const { team_id: teamId, user_id: userId, permission_id: permissionId } = params
    return inTransaction(ctx.db, async (trx) => {
      await assertMember(trx, ctx, teamId, userId)
      await assertGrantable(trx, ctx, 'team', permissionId)
      await insertTeamGrant(trx, ctx.project.id, { teamId, userId, permissionId })
      const data = { id: permissionId, team_id: teamId, user_id: userId }
      await recordEvent(trx, ctx.project.id, { type: 'team_permission.created', data, now: ctx.now() })
      await recordAudit(trx, ctx, toEntry('permission.granted', data))
      return data
    })
  },

  'DELETE /team-permissions/{team_id}/{user_id}/{permission_id}': async ({ ctx, params }) => {
    const { team_id: teamId, user_id: userId, permission_id: permissionId } = params
    await inTransaction(ctx.db, async (trx) => {
      await assertMember(trx, ctx, teamId, userId)
      if (permissionId === adminPermission) await assertNotLastOwner(trx, ctx, userId, [teamId])
      const wasGranted = await deleteTeamGrant(trx, ctx.project.id, { teamId, userId, permissionId })
      if (!wasGranted) throw new KnownError('TEAM_PERMISSION_NOT_FOUND', params)
      const data = { id: permissionId, team_id: teamId, user_id: userId }
      await recordEvent(trx, ctx.project.id, { type: 'team_permission.deleted', data, now: ctx.now() })
      await recordAudit(trx, ctx, toEntry('permission.revoked', data))
    })
    return { success: true }
  },

  'GET /project-permissions': async ({ ctx, clientUser, query }) => {
    assertOwnPermissions(clientUser, query.user_id)
    return listProjectPermissions(ctx, query)
  },

  'POST /project-permissions/{user_id}/{permission_id}': ({ ctx, params }) => {
    const { user_id: userId, permission_id: permissionId } = params
    return inTransaction(ctx.db, async (trx) => {
      if (!(await findUserForShare(trx, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
      await assertGrantable(trx, ctx, 'project', permissionId)
      await insertProjectGrants(trx, ctx.project.id, userId, [permissionId])
      const data = { id: permissionId, user_id: userId }
      await recordEvent(trx, ctx.project.id, { type: 'project_permission.created', data, now: ctx.now() })
      await recordAudit(trx, ctx, toEntry('permission.granted', data))
      return data
    })
  },

  'DELETE /project-permissions/{user_id}/{permission_id}': async ({ ctx, params }) => {
    const { user_id: userId, permission_id: permissionId } = params
    await inTransaction(ctx.db, async (trx) => {
      if (!(await findUserForShare(trx, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
      const wasGranted = await deleteProjectGrant(trx, ctx.project.id, { userId, permissionId })
      if (!wasGranted) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: permissionId })
      const data = { id: permissionId, user_id: userId }
      await recordEvent(trx, ctx.project.id, { type: 'project_permission.deleted', data, now: ctx.now() })
      await recordAudit(trx, ctx, toEntry('permission.revoked', data))
    })
    return { success: true }
  },
}

function assertOwnPermissions(clientUser: UserRecord | undefined, userId: string | undefined): void {
  if (clientUser && userId !== clientUser.id) throw new PlainError(403, 'You can only list your own permissions.')
}

async function assertMember(trx: Db, ctx: Context, teamId: string, userId: string): Promise<void> {
  if (await findMembershipForShare(trx, ctx.project.id, teamId, userId)) return
  if (!(await findUserForShare(trx, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
  throw membershipNotFound(teamId, userId)
}

/**
 * Reads from the database rather than the cache, so that a permission cannot be granted after its definition was
 * deleted.
 */
async function assertGrantable(trx: Db, ctx: Context, scope: PermissionScope, permissionId: string): Promise<void> {
  const config = await getConfigForShare(trx, ctx.project.id, ctx.platform.secrets)
  const actual = scopeOf(config, permissionId)
  if (actual === scope) return
  const isUnknown = actual === undefined || permissionId.startsWith('$')
  if (isUnknown) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: permissionId })
  const details = { permission_id: permissionId, expected_scope: scope, actual_scope: actual }
  throw new KnownError('WRONG_PERMISSION_SCOPE', details)
}

function toEntry(
  action: AuditEntry['action'],
  { user_id, id, ...team }: { id: string; user_id: string; team_id?: string },
): AuditEntry {
  return { action, target: { type: 'user', id: user_id }, details: { permission_id: id, ...team } }
}
