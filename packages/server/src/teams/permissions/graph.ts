import { systemPermissionIds } from '@latchkey/contract'
import type { ProjectConfig } from '../../projects/project-config/render.ts'

export type PermissionScope = 'team' | 'project'
type Permissions = ProjectConfig['rbac']['permissions']

const systemIds: ReadonlySet<string> = new Set(systemPermissionIds)

/** The scope that defines a permission; undefined if it is not defined. System permissions belong to teams. */
export function scopeOf({ rbac }: Pick<ProjectConfig, 'rbac'>, id: string): PermissionScope | undefined {
  if (systemIds.has(id)) return 'team'
  return Object.hasOwn(rbac.permissions, id) ? rbac.permissions[id]!.scope : undefined
}

/** The permissions directly contained in this one that are defined in the same scope. */
export function containedIds(config: Pick<ProjectConfig, 'rbac'>, id: string): string[] {
  const scope = scopeOf(config, id)
  if (scope === undefined || systemIds.has(id)) return []
  const { containedPermissionIds } = config.rbac.permissions[id]!
  return Object.keys(containedPermissionIds).filter((contained) => scopeOf(config, contained) === scope)
}

/** The given permissions that are defined in the scope, and everything they contain. */
export function expandPermissions(config: ProjectConfig, scope: PermissionScope, ids: Iterable<string>): Set<string> {
  const defined = [...ids].filter((id) => scopeOf(config, id) === scope)
  return reach(defined, (id) => containedIds(config, id))
}

/** All permissions that include this one: itself, and all that contain it. Empty if it is not defined. */
export function listGrantingIds(config: ProjectConfig, scope: PermissionScope, id: string): string[] {
  if (scopeOf(config, id) !== scope) return []
  const containers = containersOf(config)
  return [...reach([id], (contained) => containers.get(contained) ?? [])]
}

/** The inverted graph. Computed once and cached with the configuration. */
const knownContainers = new WeakMap<Permissions, Map<string, string[]>>()

function containersOf(config: ProjectConfig): Map<string, string[]> {
  const known = knownContainers.get(config.rbac.permissions)
  if (known) return known
  const containers = new Map<string, string[]>()
  for (const id of Object.keys(config.rbac.permissions)) {
    for (const contained of containedIds(config, id)) {
      const others = containers.get(contained)
      if (others) others.push(id)
      else containers.set(contained, [id])
    }
  }
  knownContainers.set(config.rbac.permissions, containers)
  return containers
}

/** Everything that is reachable, each once: definitions may be circular. */
function reach(start: string[], next: (id: string) => string[]): Set<string> {
  const reached = new Set(start)
  for (const id of reached) {
    for (const following of next(id)) reached.add(following)
  }
  return reached
}

/** The order of the wire: by upper-cased text, so `$` and `:` come before letters and `_` after them. */
export function comparePermissionIds(a: string, b: string): number {
  const [left, right] = [a.toUpperCase(), b.toUpperCase()]
  return left < right ? -1 : left > right ? 1 : 0
}
