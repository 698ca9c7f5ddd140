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
   * All settings, with the defaults of those that were never changed.
   * @example const { auth } = project.useConfig()
   */
  useConfig(): AdminConfig
  /**
   * What should be changed before the project is used in earnest, going by this snapshot of it.
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
  /** Acts in the name of the owner. The same object for the same project and session. */
  readonly app: AdminApp<false>
}

/**
 * What users of the internal project can do, since projects are owned there.
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
    // A list of its own for whoever asks would be a new one at every render.
    useProductionModeErrors: () => stores.productionModeErrors,
  }
}
