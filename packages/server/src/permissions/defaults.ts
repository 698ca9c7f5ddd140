import { systemPermissionIds } from '@latchkey/contract'
import type { ProjectConfig } from '../project-config/render.ts'

export type PermissionScope = 'team' | 'project'

/** Ids of a default list that still have a definition of the right scope, sorted. */
export function defaultPermissionIds(
  config: ProjectConfig,
  list: keyof ProjectConfig['rbac']['defaultPermissions'],
): string[] {
  const scope: PermissionScope = list === 'signUp' ? 'project' : 'team'
  return Object.keys(config.rbac.defaultPermissions[list])
    .filter((id) => scopeOf(config, id) === scope)
    .sort()
}

function scopeOf(config: ProjectConfig, id: string): PermissionScope | undefined {
  if ((systemPermissionIds as readonly string[]).includes(id)) return 'team'
  return config.rbac.permissions[id]?.scope
}
