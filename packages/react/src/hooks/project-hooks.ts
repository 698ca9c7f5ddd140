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
  /** All settings, with the defaults of those that were never changed. */
  useConfig(): AdminConfig
  /** What should be changed before the project is used in earnest, going by this snapshot of it. */
  useProductionModeErrors(): ProductionModeError[]
}

/** The SDK's project, as its owners see it, with its hooks. */
export interface AdminProject extends SdkAdminProject, ProjectHooks {}

export interface AdminOwnedProject extends AdminProject {
  /** Acts in the name of the owner. The same object for the same project and session. */
  readonly app: AdminApp<false>
}

/** What users of the internal project can do, since projects are owned there. */
export interface ProjectOwner {
  createProject(options: AdminProjectCreateOptions): Promise<AdminOwnedProject>
  /** The projects of all teams that the user is a member of. */
  listOwnedProjects(): Promise<AdminOwnedProject[]>
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
