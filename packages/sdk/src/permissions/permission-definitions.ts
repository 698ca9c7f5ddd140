import type { Routes } from '@latchkey/contract'
import type { Admin } from '../core/actors.ts'

/**
 * A permission that can be granted to users, and the permissions it contains.
 * @example
 * for (const definition of await adminApp.listTeamPermissionDefinitions()) {
 *   console.log(definition.id, definition.description, definition.containedPermissionIds)
 * }
 */
export interface AdminPermissionDefinition {
  /** The id of the permission. */
  readonly id: string
  /** What the permission allows. */
  readonly description: string | undefined
  /** The permissions that it contains. */
  readonly containedPermissionIds: readonly string[]
}

/**
 * A new permission.
 * @example
 * await adminApp.createTeamPermissionDefinition({ id: 'publish', description: 'Can publish', containedPermissionIds: [] })
 */
export interface AdminPermissionDefinitionCreateOptions {
  /** The id of the permission. */
  id: string
  /** What the permission allows. */
  description?: string | undefined
  /** The permissions that it contains. */
  containedPermissionIds: readonly string[]
}

/**
 * Changes to a permission. Omitted fields keep their value.
 * @example
 * await adminApp.updateTeamPermissionDefinition('publish', { description: 'Can publish', containedPermissionIds: ['review'] })
 */
export interface AdminPermissionDefinitionUpdateOptions {
  /** What the permission allows. */
  description?: string | undefined
  /** The permissions that it contains. */
  containedPermissionIds?: readonly string[]
}

/**
 * A permission in a team.
 * @example const definitions: AdminTeamPermissionDefinition[] = await adminApp.listTeamPermissionDefinitions()
 */
export type AdminTeamPermissionDefinition = AdminPermissionDefinition

/**
 * A new permission in a team.
 * @example const options: AdminTeamPermissionDefinitionCreateOptions = { id: 'publish', containedPermissionIds: [] }
 */
export type AdminTeamPermissionDefinitionCreateOptions = AdminPermissionDefinitionCreateOptions

/**
 * A change of a permission in a team.
 * @example const options: AdminTeamPermissionDefinitionUpdateOptions = { description: 'Can publish' }
 */
export type AdminTeamPermissionDefinitionUpdateOptions = AdminPermissionDefinitionUpdateOptions

/**
 * A permission in the whole project.
 * @example const definitions: AdminProjectPermissionDefinition[] = await adminApp.listProjectPermissionDefinitions()
 */
export type AdminProjectPermissionDefinition = AdminPermissionDefinition

/**
 * A new permission in the whole project.
 * @example
 * const options: AdminProjectPermissionDefinitionCreateOptions = { id: 'moderate', containedPermissionIds: [] }
 */
export type AdminProjectPermissionDefinitionCreateOptions = AdminPermissionDefinitionCreateOptions

/**
 * A change of a permission in the whole project.
 * @example const options: AdminProjectPermissionDefinitionUpdateOptions = { description: 'Can moderate' }
 */
export type AdminProjectPermissionDefinitionUpdateOptions = AdminPermissionDefinitionUpdateOptions

export interface AdminPermissionDefinitions {
  /**
   * The definitions of team permissions.
   * @example const definitions = await adminApp.listTeamPermissionDefinitions()
   */
  listTeamPermissionDefinitions(): Promise<AdminTeamPermissionDefinition[]>
  /**
   * Defines a team permission.
   * @example await adminApp.createTeamPermissionDefinition({ id: 'publish', containedPermissionIds: [] })
   */
  createTeamPermissionDefinition(
    options: AdminTeamPermissionDefinitionCreateOptions,
  ): Promise<AdminTeamPermissionDefinition>
  /**
   * Changes a team permission.
   * @example await adminApp.updateTeamPermissionDefinition('publish', { description: 'Can publish' })
   */
  updateTeamPermissionDefinition(id: string, options: AdminTeamPermissionDefinitionUpdateOptions): Promise<void>
  /**
   * Deletes a team permission and revokes it from all users.
   * @example await adminApp.deleteTeamPermissionDefinition('publish')
   */
  deleteTeamPermissionDefinition(id: string): Promise<void>

  /**
   * The definitions of project permissions.
   * @example const definitions = await adminApp.listProjectPermissionDefinitions()
   */
  listProjectPermissionDefinitions(): Promise<AdminProjectPermissionDefinition[]>
  /**
   * Defines a project permission.
   * @example await adminApp.createProjectPermissionDefinition({ id: 'moderate', containedPermissionIds: [] })
   */
  createProjectPermissionDefinition(
    options: AdminProjectPermissionDefinitionCreateOptions,
  ): Promise<AdminProjectPermissionDefinition>
  /**
   * Changes a project permission.
   * @example await adminApp.updateProjectPermissionDefinition('moderate', { description: 'Can moderate' })
   */
  updateProjectPermissionDefinition(id: string, options: AdminProjectPermissionDefinitionUpdateOptions): Promise<void>
  /**
   * Deletes a project permission and revokes it from all users.
   * @example await adminApp.deleteProjectPermissionDefinition('moderate')
   */
  deleteProjectPermissionDefinition(id: string): Promise<void>
}

type Scope = 'team' | 'project'
type DefinitionJson = Routes['POST /team-permission-definitions']['response']['admin']

export async function loadPermissionDefinitions({ core, as }: Admin, scope: Scope) {
  const { items } = await core.call(`GET /${scope}-permission-definitions`, as)
  return { items, create: createDefinition }
}

export const createTeamPermissionDefinition = (admin: Admin, options: AdminPermissionDefinitionCreateOptions) =>
  define(admin, 'team', options)
export const createProjectPermissionDefinition = (admin: Admin, options: AdminPermissionDefinitionCreateOptions) =>
  define(admin, 'project', options)

export const updateTeamPermissionDefinition = (
  admin: Admin,
  id: string,
  options: AdminPermissionDefinitionUpdateOptions,
) => redefine(admin, 'team', id, options)
export const updateProjectPermissionDefinition = (
  admin: Admin,
  id: string,
  options: AdminPermissionDefinitionUpdateOptions,
) => redefine(admin, 'project', id, options)

export const deleteTeamPermissionDefinition = (admin: Admin, id: string) => remove(admin, 'team', id)
export const deleteProjectPermissionDefinition = (admin: Admin, id: string) => remove(admin, 'project', id)

async function define(admin: Admin, scope: Scope, options: AdminPermissionDefinitionCreateOptions) {
  const { id, description, containedPermissionIds } = options
  const body = { id, description, contained_permission_ids: [...containedPermissionIds] }
  const record = await admin.core.call(`POST /${scope}-permission-definitions`, { ...admin.as, body })
  await refresh(admin)
  return createDefinition(record)
}

async function redefine(admin: Admin, scope: Scope, id: string, options: AdminPermissionDefinitionUpdateOptions) {
  const { core, as } = admin
  // The API clears omitted fields, so they are sent with their current values.
  const isComplete = 'description' in options && 'containedPermissionIds' in options
  const items = isComplete ? [] : (await core.call(`GET /${scope}-permission-definitions`, as)).items
  const known = items.find((definition) => definition.id === id)
  const { description, containedPermissionIds } = { ...(known && createDefinition(known)), ...options }
  const body = { description, contained_permission_ids: [...(containedPermissionIds ?? [])] }
  await core.call(`PATCH /${scope}-permission-definitions/{id}`, { ...as, params: { id }, body })
  await refresh(admin)
}

async function remove(admin: Admin, scope: Scope, id: string) {
  await admin.core.call(`DELETE /${scope}-permission-definitions/{id}`, { ...admin.as, params: { id } })
  await refresh(admin)
}

function createDefinition(record: DefinitionJson): AdminPermissionDefinition {
  const { id, description, contained_permission_ids } = record
  return Object.freeze({ id, description, containedPermissionIds: Object.freeze(contained_permission_ids) })
}

/** Definitions are settings, and the project lists the default permissions. */
const refresh = ({ cache }: Admin) => cache.refresh('settings/')
