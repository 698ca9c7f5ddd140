import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudits } from '../../records/audit/record.ts'
import { scopeOf } from '../../teams/permissions/graph.ts'
import { recordEvents } from '../../webhooks/events.ts'
import { deleteRoleGrants, insertRoleGrants, listRolePermissions, type RoleGrant } from './role-queries.ts'

interface DirectoryPlace {
  id: string
  teamId: string
}

/**
 * Gives members the permissions of their groups, and takes away those of groups that they are no longer in. Must be called
 * in a transaction that has locked the directory, after what changes its users, groups or roles.
 */
export async function applyRoles(
  trx: Db,
  ctx: Context,
  { id: directoryId, teamId }: DirectoryPlace,
  directoryUserIds: string[] | undefined,
): Promise<void> {
  if (directoryUserIds?.length === 0) return
  const projectId = ctx.project.id
  const named = await listRolePermissions(trx, projectId, directoryId)
  const permissionIds = named.filter((id) => scopeOf(ctx.project.config, id) === 'team')
  const scope = { directoryId, teamId, directoryUserIds, permissionIds }
  await announce(trx, ctx, teamId, await deleteRoleGrants(trx, projectId, scope), false)
  if (permissionIds.length === 0) return
  await announce(trx, ctx, teamId, await insertRoleGrants(trx, projectId, scope), true)
}

/** The same events and entries as for grants by hand. */
async function announce(
  trx: Db,
  ctx: Context,
  teamId: string,
  grants: readonly RoleGrant[],
  isGranted: boolean,
): Promise<void> {
  if (grants.length === 0) return
  const type = isGranted ? 'team_permission.created' : 'team_permission.deleted'
  const events = grants.map(({ user_id, permission_id }) => ({
    type,
    data: { id: permission_id, team_id: teamId, user_id },
  })) as { type: typeof type; data: { id: string; team_id: string; user_id: string } }[]
  await recordEvents(trx, ctx.project.id, events, ctx.now())
  const entries = grants.map(({ user_id, permission_id }) => ({
    action: isGranted ? ('permission.granted' as const) : ('permission.revoked' as const),
    target: { type: 'user' as const, id: user_id },
    details: { permission_id, team_id: teamId },
  }))
  await recordAudits(trx, ctx, entries)
}
