import { KnownError } from '@latchkey/contract'
import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { managedByOwnerRoutes } from '../../http/owner.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { listGrantingIds } from '../../teams/permissions/graph.ts'
import { findMembershipWithPermission } from '../../teams/permissions/queries.ts'
import { permissionRequired, requireTeamPermission } from '../../teams/permissions/require.ts'

export const managing = '$manage_connections'

/** Clients manage the connections and domains of teams in which their user may. */
export async function assertManagesTeam(
  ctx: Context,
  clientUser: Readonly<UserRecord> | undefined,
  teamId: string | null,
): Promise<void> {
  // Members of these teams are owners of projects, who change only through the owners routes.
  if (teamId !== null && ctx.project.id === internalProjectId) throw new PlainError(403, managedByOwnerRoutes)
  if (clientUser) await requireTeamPermission(ctx, teamId!, clientUser.id, managing)
}

/** The same for something that was found by its ID, without telling whether it exists in another team. */
export async function assertManagesFound(
  ctx: Context,
  clientUser: Readonly<UserRecord> | undefined,
  teamId: string | null,
  notFound: () => Error,
): Promise<void> {
  if (!clientUser) return
  if (teamId === null) throw notFound()
  const permissionIds = listGrantingIds(ctx.project.config, 'team', managing)
  const member = { teamId, userId: clientUser.id, permissionIds }
  const membership = await findMembershipWithPermission(ctx.db, ctx.project.id, member)
  if (!membership) throw notFound()
  if (!membership.hasPermission) throw permissionRequired(teamId, clientUser.id, managing)
}

/** Nobody gives others what they do not have themselves. */
export async function assertHasPermissions(
  ctx: Context,
  clientUser: Readonly<UserRecord> | undefined,
  teamId: string,
  permissionIds: readonly string[],
): Promise<void> {
  if (!clientUser) return
  for (const permissionId of new Set(permissionIds)) {
    const granting = listGrantingIds(ctx.project.config, 'team', permissionId)
    const member = { teamId, userId: clientUser.id, permissionIds: granting }
    const membership = await findMembershipWithPermission(ctx.db, ctx.project.id, member)
    if (!membership?.hasPermission) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: permissionId })
  }
}

/** Limits what somebody makes this server ask others. */
export async function countCheck(ctx: Context, teamId: string | null): Promise<void> {
  await ctx.platform.limiter.consume({ connectionChecksByTeam: `${ctx.project.id}:${teamId ?? ''}` })
}
