import type { Routes } from '@latchkey/contract'
import type { Admin } from '../core/actors.ts'

/** A permission that users can be granted, and the permissions it contains. */
export interface AdminPermissionDefinition {
  readonly id: string
  readonly description: string | undefined
  readonly containedPermissionIds: readonly string[]
}

export interface AdminPermissionDefinitionCreateOptions {
  id: string
  description?: string | undefined
  containedPermissionIds: readonly string[]
}

/** Fields that are left out keep their value. */
export interface AdminPermissionDefinitionUpdateOptions {
  description?: string | undefined
  containedPermissionIds?: readonly string[]
}

export type AdminTeamPermissionDefinition = AdminPermissionDefinition

export type AdminTeamPermissionDefinitionCreateOptions = AdminPermissionDefinitionCreateOptions

export type AdminTeamPermissionDefinitionUpdateOptions = AdminPermissionDefinitionUpdateOptions

export type AdminProjectPermissionDefinition = AdminPermissionDefinition

export type AdminProjectPermissionDefinitionCreateOptions = AdminPermissionDefinitionCreateOptions

export type AdminProjectPermissionDefinitionUpdateOptions = AdminPermissionDefinitionUpdateOptions

export interface AdminPermissionDefinitions {
  listTeamPermissionDefinitions(): Promise<AdminTeamPermissionDefinition[]>
  createTeamPermissionDefinition(
    options: AdminTeamPermissionDefinitionCreateOptions,
  ): Promise<AdminTeamPermissionDefinition>
  updateTeamPermissionDefinition(id: string, options: AdminTeamPermissionDefinitionUpdateOptions): Promise<void>
  /** Also revokes it from everybody who has it. */
  deleteTeamPermissionDefinition(id: string): Promise<void>

  listProjectPermissionDefinitions(): Promise<AdminProjectPermissionDefinition[]>
  createProjectPermissionDefinition(
    options: AdminProjectPermissionDefinitionCreateOptions,
  ): Promise<AdminProjectPermissionDefinition>
  updateProjectPermissionDefinition(id: string, options: AdminProjectPermissionDefinitionUpdateOptions): Promise<void>
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
  // The API clears fields that are not sent, so fields that are not given are sent with their current value.
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
