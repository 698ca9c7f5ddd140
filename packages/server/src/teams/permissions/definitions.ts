import { type HandlerInput, type HandlerOutput, KnownError, type permissionDefinitionRoutes } from '@latchkey/contract'
import type { Override } from '../../projects/project-config/override.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { comparePermissionIds, containedIds, type PermissionScope, scopeOf } from './graph.ts'
import { systemPermissions } from './system.ts'

type Routes = typeof permissionDefinitionRoutes
export type Definition = HandlerOutput<Routes['POST /team-permission-definitions']>
type NewDefinition = HandlerInput<Routes['POST /team-permission-definitions']>['body']
type Redefinition = HandlerInput<Routes['PATCH /team-permission-definitions/{id}']>['body']
type Rbac = ProjectConfig['rbac']

/** All definitions of the scope; system permissions belong to teams. */
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

/** The project's permissions with one added. */
export function withDefinition({ rbac }: ProjectConfig, scope: PermissionScope, definition: NewDefinition): Rbac {
  assertIdIsFree(rbac, definition.id)
  // A permission cannot contain itself before it exists.
  assertContainedExist({ rbac }, scope, definition.contained_permission_ids)
  return { ...rbac, permissions: { ...rbac.permissions, [definition.id]: toEntry(scope, definition) } }
}

/** The project's permissions after one was changed and possibly renamed. */
export function withRedefinition(config: ProjectConfig, scope: PermissionScope, id: string, given: Redefinition): Rbac {
  assertDefined(config, scope, id)
  const newId = given.id ?? id
  if (newId !== id) assertIdIsFree(config.rbac, newId)
  const rbac = mapIds(config.rbac, (other) => (other === id ? newId : other))
  // A list that contains the permission's own new id refers to it by its old name.
  const contained = given.contained_permission_ids.map((other) => (other === id ? newId : other))
  assertContainedExist({ rbac }, scope, contained)
  const entry = toEntry(scope, { ...given, contained_permission_ids: contained })
  return { ...rbac, permissions: { ...rbac.permissions, [newId]: entry } }
}

/** The project's permissions without one of them: it is removed from all others and from the defaults. */
export function withoutDefinition(config: ProjectConfig, scope: PermissionScope, id: string): Rbac {
  assertDefined(config, scope, id)
  return mapIds(config.rbac, (other) => (other === id ? undefined : other))
}

/** A deeper key takes precedence over a shallower one, so these two replace all stored permissions. */
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

/** Renames or removes ids everywhere. */
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
