import {
  type AdminConfig,
  type AdminProjectCreateOptions,
  appInternalsSymbol,
  type ProductionModeError,
  type AdminProject as SdkAdminProject,
} from '@latchkey/sdk'
import type { AdminApp } from '../admin-app.ts'
import { createHooks } from './store-hooks.ts'

interface ProjectHooks {
  /**
   * All settings, including defaults, as a hook.
   * @example const { auth } = project.useConfig()
   */
  useConfig(): AdminConfig
  /**
   * `getProductionModeErrors` as a hook.
   * @example const errors = project.useProductionModeErrors()
   */
  useProductionModeErrors(): ProductionModeError[]
}

/**
 * The SDK's project, as its owners see it, with its hooks.
 * @example const project: AdminProject = adminApp.useProject()
 */
export interface AdminProject extends SdkAdminProject, ProjectHooks {}

/**
 * A project of the signed-in owner.
 * @example
 * const [project]: AdminOwnedProject[] = owner.useOwnedProjects()
 * const metrics = project?.app.useMetrics()
 */
export interface AdminOwnedProject extends AdminProject {
  /** Acts on behalf of the owner. The same object for the same project and session. */
  readonly app: AdminApp<false>
}

/**
 * The methods of users of the internal project, whose teams own projects.
 * @example const projects = owner.useOwnedProjects()
 */
export interface ProjectOwner {
  /**
   * Creates a project.
   * @example const project = await owner.createProject({ displayName: 'My app', teamId })
   */
  createProject(options: AdminProjectCreateOptions): Promise<AdminOwnedProject>
  /**
   * The projects of all teams that the user is a member of.
   * @example const projects = await owner.listOwnedProjects()
   */
  listOwnedProjects(): Promise<AdminOwnedProject[]>
  /**
   * `listOwnedProjects` as a hook.
   * @example const projects = owner.useOwnedProjects()
   */
  useOwnedProjects(): AdminOwnedProject[]
}

export function createProjectHooks(project: SdkAdminProject): ProjectHooks {
  const stores = project[appInternalsSymbol]
  return {
    ...createHooks(() => stores, { useConfig: 'config' }),
    // Not a copy, which would be a new list on every render.
    useProductionModeErrors: () => stores.productionModeErrors,
  }
}
