import type { Owner } from '../core/actors.ts'
import type { TeamReference } from '../teams/teams.ts'
import { loadWholeList } from '../transport/lists.ts'

/**
 * A permission of a user.
 * @example
 * const permissions: Permission[] = await user.listPermissions(team)
 * const ids = permissions.map((permission) => permission.id)
 */
export interface Permission {
  /** The id of the permission. */
  readonly id: string
}

/**
 * Options for listing permissions.
 * @example await user.listPermissions(team, { recursive: false })
 */
export interface ListPermissionsOptions {
  /** Whether permissions contained in the granted ones are listed too. Defaults to true. */
  recursive?: boolean | undefined
}

/** With a team: permissions in that team. Without: permissions in the project. */
export interface PermissionReader {
  /**
   * The permissions of the user, in a team or in the whole project.
   * @example const permissions = await user.listPermissions(team)
   */
  listPermissions(team: TeamReference, options?: ListPermissionsOptions): Promise<Permission[]>
  listPermissions(options?: ListPermissionsOptions): Promise<Permission[]>
  /**
   * A permission of the user, or null if they do not have it.
   * @example const permission = await user.getPermission(team, 'publish')
   */
  getPermission(team: TeamReference, permissionId: string): Promise<Permission | null>
  getPermission(permissionId: string): Promise<Permission | null>
  /**
   * Whether the user has a permission, in a team or in the whole project.
   * @example if (!(await user.hasPermission(team, 'publish'))) throw new Error('Not allowed')
   */
  hasPermission(team: TeamReference, permissionId: string): Promise<boolean>
  hasPermission(permissionId: string): Promise<boolean>
}

export interface PermissionGranter {
  /**
   * Grants a permission, in a team or in the whole project.
   * @example await serverUser.grantPermission(team, 'publish')
   */
  grantPermission(team: TeamReference, permissionId: string): Promise<void>
  grantPermission(permissionId: string): Promise<void>
  /**
   * Revokes a permission, in a team or in the whole project.
   * @example await serverUser.revokePermission(team, 'publish')
   */
  revokePermission(team: TeamReference, permissionId: string): Promise<void>
  revokePermission(permissionId: string): Promise<void>
}

export async function loadPermissions(
  { core, as, userId }: Owner,
  team: TeamReference | undefined,
  recursive: boolean,
) {
  const query = { user_id: userId, recursive: recursive ? ('true' as const) : ('false' as const) }
  const items = await loadWholeList<unknown>((cursor) =>
    team
      ? core.call('GET /team-permissions', { ...as, query: { ...query, team_id: team.id, cursor } })
      : core.call('GET /project-permissions', { ...as, query: { ...query, cursor } }),
  )
  return { items: items as { id: string }[], create: ({ id }: { id: string }): Permission => Object.freeze({ id }) }
}

/** The last argument is the permission id; a team may come before it. */
type PermissionArguments = [permissionId: string] | [team: TeamReference, permissionId: string]

export async function grantPermission(owner: Owner, ...given: PermissionArguments): Promise<void> {
  const { core, as } = owner
  const { teamParams, params } = readArguments(owner, given)
  await (teamParams
    ? core.call('POST /team-permissions/{team_id}/{user_id}/{permission_id}', { ...as, params: teamParams, body: {} })
    : core.call('POST /project-permissions/{user_id}/{permission_id}', { ...as, params, body: {} }))
  await refresh(owner, teamParams?.team_id)
}

export async function revokePermission(owner: Owner, ...given: PermissionArguments): Promise<void> {
  const { core, as } = owner
  const { teamParams, params } = readArguments(owner, given)
  await (teamParams
    ? core.call('DELETE /team-permissions/{team_id}/{user_id}/{permission_id}', { ...as, params: teamParams })
    : core.call('DELETE /project-permissions/{user_id}/{permission_id}', { ...as, params }))
  await refresh(owner, teamParams?.team_id)
}

function readArguments({ userId }: Owner, given: PermissionArguments) {
  const [team, permissionId] = given.length === 2 ? given : [undefined, given[0]]
  const params = { user_id: userId, permission_id: permissionId }
  return { params, teamParams: team && { ...params, team_id: team.id } }
}

async function refresh({ cache, userId }: Owner, teamId = ''): Promise<void> {
  await cache.refresh(`permissions/${userId}/${teamId}/`)
}
