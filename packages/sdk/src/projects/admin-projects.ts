import type { Routes } from '@latchkey/contract'
import type { AdminApp } from '../app/admin-app.ts'
import type { CacheStore } from '../cache/cached-value.ts'
import type { Admin } from '../core/actors.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import {
  type AdminConfig,
  type AdminConfigOverride,
  createConfigReader,
  updateConfig,
} from '../project-config/project-config.ts'
import type { InternalSession } from '../session/session.ts'
import {
  type AdminProjectConfig,
  type AdminProjectConfigUpdateOptions,
  createProjectBody,
  createProjectConfig,
} from './admin-project-settings.ts'
import { findProductionModeErrors, type ProductionModeError } from './production-mode.ts'
import type { Project } from './projects.ts'

/**
 * The project as its owners see it.
 * @example
 * const project: AdminProject = await adminApp.getProject()
 * console.log(project.description, project.createdAt, project.isProductionMode, project.ownerTeamId, project.config)
 * console.log(project.ownerRole)
 * console.log(project.logoUrl, project.logoDarkModeUrl, project.fullLogoUrl, project.fullLogoDarkModeUrl)
 */
export interface AdminProject extends Project {
  /** The description of the project. */
  readonly description: string
  /** When it was created. */
  readonly createdAt: Date
  /** Whether the project rejects settings that are only suitable for development. */
  readonly isProductionMode: boolean
  /** A team of the internal project, or null if nobody owns the project. */
  readonly ownerTeamId: string | null
  /** The role of the signed-in owner in the project. Null if it was read with a key. */
  readonly ownerRole: 'owner' | 'admin' | 'developer' | 'support' | 'viewer' | null
  /** The square logo. */
  readonly logoUrl: string | null
  /** The wide logo with the name. */
  readonly fullLogoUrl: string | null
  /** The square logo for dark backgrounds. */
  readonly logoDarkModeUrl: string | null
  /** The wide logo for dark backgrounds. */
  readonly fullLogoDarkModeUrl: string | null
  /** The settings. */
  readonly config: AdminProjectConfig
  /**
   * Changes the project.
   * @example await project.update({ displayName: 'My app' })
   */
  update(options: AdminProjectUpdateOptions): Promise<void>
  /**
   * Deletes the project and everything in it.
   * @example await project.delete()
   */
  delete(): Promise<void>
  /**
   * Moves the project to another team. The user must have the role `owner`, and be a member of the new team.
   * @example await project.transfer(owner, otherTeam.id)
   */
  transfer(user: { readonly _internalSession: InternalSession }, newTeamId: string): Promise<void>
  /**
   * All settings, including defaults.
   * @example const { auth } = await project.getConfig()
   */
  getConfig(): Promise<AdminConfig>
  /**
   * Changes settings by key path, such as `'auth.allowSignUp'`. Null restores the default or removes an entry.
   * @example await project.updateConfig({ 'auth.otp.allowSignIn': true })
   */
  updateConfig(override: AdminConfigOverride): Promise<void>
  /**
   * Settings to fix before the project goes to production, according to this snapshot.
   * @example const errors = await project.getProductionModeErrors()
   */
  getProductionModeErrors(): Promise<ProductionModeError[]>
  readonly [appInternalsSymbol]: AdminProjectStores
}

/**
 * A project of the signed-in owner.
 * @example
 * const [project]: AdminOwnedProject[] = await owner.listOwnedProjects()
 * const metrics = await project?.app.getMetrics()
 */
export interface AdminOwnedProject extends AdminProject {
  /** Acts on behalf of the owner. The same object for the same project and session. */
  readonly app: AdminApp<false>
}

/**
 * The methods of users of the internal project, whose teams own projects.
 * @example const projects = await owner.listOwnedProjects()
 */
export interface ProjectOwner {
  /**
   * Creates a project.
   * @example const project = await owner.createProject({ displayName: 'My app', teamId: team.id })
   */
  createProject(options: AdminProjectCreateOptions): Promise<AdminOwnedProject>
  /**
   * The projects of all teams of the user.
   * @example const projects = await owner.listOwnedProjects()
   */
  listOwnedProjects(): Promise<AdminOwnedProject[]>
}

/**
 * Used by packages built on this one.
 * @internal
 */
export interface AdminProjectStores {
  readonly config: CacheStore<AdminConfig>
  readonly productionModeErrors: ProductionModeError[]
}

/**
 * A change of the project.
 * @example
 * await project.update({ isProductionMode: true, config: { allowLocalhost: false } })
 * await project.update({ displayName: 'My app', description: 'Notes for everyone' })
 * await project.update({ logoUrl: url, logoDarkModeUrl: url, fullLogoUrl: url, fullLogoDarkModeUrl: null })
 */
export interface AdminProjectUpdateOptions {
  /** The name that users see. */
  displayName?: string | undefined
  /** The description of the project. */
  description?: string | null | undefined
  /** Whether the project rejects settings that are only suitable for development. */
  isProductionMode?: boolean | undefined
  /** The square logo. */
  logoUrl?: string | null | undefined
  /** The wide logo with the name. */
  fullLogoUrl?: string | null | undefined
  /** The square logo for dark backgrounds. */
  logoDarkModeUrl?: string | null | undefined
  /** The wide logo for dark backgrounds. */
  fullLogoDarkModeUrl?: string | null | undefined
  /** The settings. */
  config?: AdminProjectConfigUpdateOptions | undefined
}

/**
 * A new project.
 * @example await owner.createProject({ displayName: 'My app', teamId: team.id })
 */
export interface AdminProjectCreateOptions extends AdminProjectUpdateOptions {
  /** The name of the project. */
  displayName: string
  /** The team that owns the new project. The user must be a member of it. */
  teamId: string
}

export type AdminProjectJson = Routes['GET /internal/projects/current']['response']['admin']

export function createAdminProject(admin: Admin, record: AdminProjectJson): AdminProject {
  const { core, cache, as } = admin
  const { id } = record
  const config = createProjectConfig(record.config)
  const stores: AdminProjectStores = {
    get config() {
      return cache.get('settings/config', createConfigReader(admin))
    },
    productionModeErrors: findProductionModeErrors(id, config),
  }
  /** One setting can appear in several places, so everything that depends on settings is refreshed. */
  const changed = () => Promise.all([cache.refresh('settings/'), core.project.refresh(), admin.projectChanged()])
  const project: AdminProject = {
    id,
    displayName: record.display_name,
    description: record.description,
    createdAt: new Date(record.created_at_millis),
    isProductionMode: record.is_production_mode,
    ownerTeamId: record.owner_team_id,
    ownerRole: record.owner_role ?? null,
    logoUrl: record.logo_url,
    fullLogoUrl: record.full_logo_url,
    logoDarkModeUrl: record.logo_dark_mode_url,
    fullLogoDarkModeUrl: record.full_logo_dark_mode_url,
    branding: record.branding,
    config,
    async update(options) {
      await core.call('PATCH /internal/projects/current', { ...as, body: createProjectBody(options) })
      await changed()
    },
    async delete() {
      await core.call('DELETE /internal/projects/current', as)
      await admin.projectChanged()
    },
    async transfer({ _internalSession: ownerSession }, newTeamId) {
      const body = { project_id: id, new_team_id: newTeamId }
      await core.call('POST /internal/projects/transfer', { ...as, ownerSession, body })
      await changed()
    },
    getConfig: () => stores.config.load(),
    async updateConfig(override) {
      await updateConfig(admin, override)
      await changed()
    },
    getProductionModeErrors: async () => [...stores.productionModeErrors],
    [appInternalsSymbol]: stores,
  }
  return Object.freeze(Object.assign(project, core.extensions.project?.(project)))
}
