import type { ProjectConfig } from '../project-config/render.ts'
import { comparePermissionIds, type PermissionScope, scopeOf } from './graph.ts'

/** Ids of a default list that still have a definition of the right scope, sorted. */
export function defaultPermissionIds(
  config: ProjectConfig,
  list: keyof ProjectConfig['rbac']['defaultPermissions'],
): string[] {
  const scope: PermissionScope = list === 'signUp' ? 'project' : 'team'
  return Object.keys(config.rbac.defaultPermissions[list])
    .filter((id) => scopeOf(config, id) === scope)
    .sort(comparePermissionIds)
}
