import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { comparePermissionIds, type PermissionScope, scopeOf } from './graph.ts'

/** The ids of a default list that are still defined in this scope, sorted. */
export function defaultPermissionIds(
  config: ProjectConfig,
  list: keyof ProjectConfig['rbac']['defaultPermissions'],
): string[] {
  const scope: PermissionScope = list === 'signUp' ? 'project' : 'team'
  return Object.keys(config.rbac.defaultPermissions[list])
    .filter((id) => scopeOf(config, id) === scope)
    .sort(comparePermissionIds)
}
