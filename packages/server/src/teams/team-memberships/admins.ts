import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { defaultPermissionIds } from '../permissions/defaults.ts'
import { expandPermissions, listGrantingIds } from '../permissions/graph.ts'

/** What admins of a team have and other members do not. */
export interface AdminRole {
  permissionIds: string[]
  /** For each of these permissions, the grants that give it. */
  grantingIds: string[][]
}

/** The permissions that creators get and new members do not. Undefined if there are none: then nobody is an admin. */
export function findAdminRole(config: ProjectConfig): AdminRole | undefined {
  const ofMembers = expandPermissions(config, 'team', defaultPermissionIds(config, 'teamMember'))
  const permissionIds = defaultPermissionIds(config, 'teamCreator').filter((id) => !ofMembers.has(id))
  if (permissionIds.length === 0) return undefined
  return { permissionIds, grantingIds: permissionIds.map((id) => listGrantingIds(config, 'team', id)) }
}
