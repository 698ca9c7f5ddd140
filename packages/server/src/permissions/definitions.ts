import { type HandlerInput, type HandlerOutput, KnownError, type permissionDefinitionRoutes } from '@latchkey/contract'
import type { Override } from '../project-config/override.ts'
import type { ProjectConfig } from '../project-config/render.ts'
import { comparePermissionIds, containedIds, type PermissionScope, scopeOf } from './graph.ts'
import { systemPermissions } from './system.ts'

type Routes = typeof permissionDefinitionRoutes
export type Definition = HandlerOutput<Routes['POST /team-permission-definitions']>
type NewDefinition = HandlerInput<Routes['POST /team-permission-definitions']>['body']
type Redefinition = HandlerInput<Routes['PATCH /team-permission-definitions/{id}']>['body']
type Rbac = ProjectConfig['rbac']

/** Every definition of the scope; those of the system come with teams. */
export function listDefinitions(config: ProjectConfig, scope: PermissionScope): Definition[] {
  const custom = Object.keys(config.rbac.permissions)
    .filter((id) => scopeOf(config, id) === scope)
    .map((id) => toDefinition(config, id))
  return [...(scope === 'team' ? systemPermissions : []), ...custom].sort((a, b) => comparePermissionIds(a.id, b.id))
}

export function toDefinition(config: Pick<ProjectConfig, 'rbac'>, id: string): Definition {
  const { description } = config.rbac.permissions[id]!
  return {
    id,
    ...(description === undefined ? {} : { description }),
    contained_permission_ids: containedIds(config, id).sort(comparePermissionIds),
  }
}

/** The permissions of a project with one more. */
export function withDefinition({ rbac }: ProjectConfig, scope: PermissionScope, definition: NewDefinition): Rbac {
  assertIdIsFree(rbac, definition.id)
  // Nothing can contain itself before it is there.
  assertContainedExist({ rbac }, scope, definition.contained_permission_ids)
  return { ...rbac, permissions: { ...rbac.permissions, [definition.id]: toEntry(scope, definition) } }
}

/** The permissions of a project after one was defined again, perhaps under another id. */
export function withRedefinition(config: ProjectConfig, scope: PermissionScope, id: string, given: Redefinition): Rbac {
  assertDefined(config, scope, id)
  const newId = given.id ?? id
  if (newId !== id) assertIdIsFree(config.rbac, newId)
  const rbac = mapIds(config.rbac, (other) => (other === id ? newId : other))
  // Whoever sends the own id along means the definition by its old name.
  const contained = given.contained_permission_ids.map((other) => (other === id ? newId : other))
  assertContainedExist({ rbac }, scope, contained)
  const entry = toEntry(scope, { ...given, contained_permission_ids: contained })
  return { ...rbac, permissions: { ...rbac.permissions, [newId]: entry } }
}

/** The permissions of a project without one of them: nothing contains it and nobody gets it by default anymore. */
export function withoutDefinition(config: ProjectConfig, scope: PermissionScope, id: string): Rbac {
  assertDefined(config, scope, id)
  return mapIds(config.rbac, (other) => (other === id ? undefined : other))
}

/** A deeper key wins over a shallower one, so these two replace whatever was stored about permissions. */
export function toPermissionsPatch({ permissions, defaultPermissions }: Rbac): Override {
  return { 'rbac.permissions': permissions, 'rbac.defaultPermissions': defaultPermissions }
}

function toEntry(scope: PermissionScope, given: Omit<NewDefinition, 'id'>): Rbac['permissions'][string] {
  return {
    ...(given.description === undefined ? {} : { description: given.description }),
    scope,
    containedPermissionIds: Object.fromEntries(given.contained_permission_ids.map((id) => [id, true as const])),
  }
}

/** Renames ids wherever they stand, or removes them. */
function mapIds({ permissions, defaultPermissions }: Rbac, rename: (id: string) => string | undefined): Rbac {
  const renameKeys = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(record).flatMap(([id, value]) => {
        const newId = rename(id)
        return newId === undefined ? [] : [[newId, value]]
      }),
    )
  return {
    permissions: Object.fromEntries(
      Object.entries(renameKeys(permissions)).map(([id, permission]) => [
        id,
        { ...permission, containedPermissionIds: renameKeys(permission.containedPermissionIds) },
      ]),
    ),
    defaultPermissions: {
      teamCreator: renameKeys(defaultPermissions.teamCreator),
      teamMember: renameKeys(defaultPermissions.teamMember),
      signUp: renameKeys(defaultPermissions.signUp),
    },
  }
}

/** Both scopes share one set of ids. */
function assertIdIsFree({ permissions }: Rbac, id: string): void {
  if (Object.hasOwn(permissions, id)) throw new KnownError('PERMISSION_ID_ALREADY_EXISTS', { permission_id: id })
}

function assertDefined(config: ProjectConfig, scope: PermissionScope, id: string): void {
  const isCustom = Object.hasOwn(config.rbac.permissions, id)
  if (!isCustom || scopeOf(config, id) !== scope) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: id })
}

function assertContainedExist(config: Pick<ProjectConfig, 'rbac'>, scope: PermissionScope, ids: string[]): void {
  const missing = ids.find((id) => scopeOf(config, id) !== scope)
  if (missing !== undefined) throw new KnownError('CONTAINED_PERMISSION_NOT_FOUND', { permission_id: missing })
}
