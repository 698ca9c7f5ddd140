import { KnownError } from '@latchkey/contract'
import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { expandPermissions, listGrantingIds, scopeOf } from '../../teams/permissions/graph.ts'
import { findMembershipWithPermission, teamGrantsQuery } from '../../teams/permissions/queries.ts'
import { requireTeamPermission } from '../../teams/permissions/require.ts'
import { type DirectoryRow, findDirectory } from './queries.ts'

type Caller = Readonly<UserRecord> | undefined

const permission = '$manage_connections'

/** Clients need the permission in the team. Owners of projects are managed on the page of the team instead. */
export async function assertManagesTeam(ctx: Context, caller: Caller, teamId: string): Promise<void> {
  if (ctx.project.id === internalProjectId) {
    throw new PlainError(403, 'Teams of the project internal cannot have a directory.')
  }
  if (caller) await requireTeamPermission(ctx, teamId, caller.id, permission)
}

/** Does not reveal which directories exist in other teams. */
export async function getManagedDirectory(ctx: Context, caller: Caller, id: string): Promise<DirectoryRow> {
  const directory = await findDirectory(ctx.db, ctx.project.id, id)
  if (!directory) throw new KnownError('DIRECTORY_NOT_FOUND')
  if (!caller) return directory
  const membership = await findMembershipWithPermission(ctx.db, ctx.project.id, {
    teamId: directory.team_id,
    userId: caller.id,
    permissionIds: listGrantingIds(ctx.project.config, 'team', permission),
  })
  if (!membership?.hasPermission) throw new KnownError('DIRECTORY_NOT_FOUND')
  return directory
}

/** Members can only pass on what they have: otherwise `$manage_connections` would be every permission of the team. */
export async function assertMayGrant(
  ctx: Context,
  caller: Caller,
  teamId: string,
  permissionIds: readonly string[],
): Promise<void> {
  const { config, id: projectId } = ctx.project
  const unknown = permissionIds.find((id) => scopeOf(config, id) !== 'team')
  if (unknown !== undefined) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: unknown })
  if (!caller || permissionIds.length === 0) return
  const granted = await teamGrantsQuery(ctx.db, projectId, { teamId, userId: caller.id }).execute()
  const held = expandPermissions(
    config,
    'team',
    granted.map(({ permission_id }) => permission_id),
  )
  const missing = permissionIds.find((id) => !held.has(id))
  if (missing !== undefined) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: missing })
}
