import type { Db } from '../../platform/db/database.ts'
import type { Project } from '../../projects/cache.ts'
import { listGrantingIds, scopeOf } from '../../teams/permissions/graph.ts'
import { type HeldPermission, listHeldPermissions } from './permission-queries.ts'

/** The scopes that need a permission which the user lacks, in the project or in the team. */
export async function findUnavailableScopes(
  db: Db,
  project: Project,
  { userId, teamId }: { userId: string; teamId: string | null },
  scopes: string[],
): Promise<Set<string>> {
  const limited = scopes.filter((scope) => permissionOf(project, scope) !== undefined)
  if (limited.length === 0) return new Set()
  const held = await listHeldPermissions(db, project.id, userId)
  return new Set(limited.filter((scope) => !isAvailable(project, scope, held, teamId)))
}

/** Without a team, those of teams are not available. */
export function isAvailable(project: Project, scope: string, held: HeldPermission[], teamId: string | null): boolean {
  const id = permissionOf(project, scope)
  if (id === undefined) return true
  const place = scopeOf(project.config, id)
  if (place === undefined || (place === 'team' && teamId === null)) return false
  const granting = new Set(listGrantingIds(project.config, place, id))
  const where = place === 'team' ? teamId : null
  return held.some(({ team_id, permission_id }) => team_id === where && granting.has(permission_id))
}

/** Whether the user has to choose a team for the scope. */
export function isOfTeam(project: Project, scope: string): boolean {
  const id = permissionOf(project, scope)
  return id !== undefined && scopeOf(project.config, id) === 'team'
}

function permissionOf({ config }: Project, scope: string): string | undefined {
  const scopes = config.oauthProvider?.scopes ?? {}
  return Object.hasOwn(scopes, scope) ? scopes[scope]!.permissionId : undefined
}
