import type { AdminApp } from '../app/admin-types.ts'
import type { appInternalsSymbol, InternalSession, Project, ProjectConfig } from '../app/types.ts'
import type { CacheStore } from '../cache/cache-types.ts'
import type { AdminConfig, AdminConfigOverride } from '../project-config/config-types.ts'

// A project as its owners see it.

export interface AdminProject extends Project {
  readonly description: string
  readonly createdAt: Date
  readonly isProductionMode: boolean
  /** A team of the internal project; null for a project that nobody owns. */
  readonly ownerTeamId: string | null
  readonly logoUrl: string | null
  readonly fullLogoUrl: string | null
  readonly config: AdminProjectConfig
  update(options: AdminProjectUpdateOptions): Promise<void>
  /** Deletes the project with everything in it. */
  delete(): Promise<void>
  /** Gives the project to another team of a user who administers the one that owns it. */
  transfer(user: { readonly _internalSession: InternalSession }, newTeamId: string): Promise<void>
  /** All settings, with the defaults of those that were never changed. */
  getConfig(): Promise<AdminConfig>
  /** Changes settings by key path, such as `'auth.allowSignUp'`. Null brings the default back or removes an entry. */
  updateConfig(override: AdminConfigOverride): Promise<void>
  /** What should be changed before the project is used in earnest, going by this snapshot of it. */
  getProductionModeErrors(): Promise<ProductionModeError[]>
  readonly [appInternalsSymbol]: AdminProjectStores
}

export interface AdminOwnedProject extends AdminProject {
  /** Acts in the name of the owner. The same object for the same project and session. */
  readonly app: AdminApp<false>
}

/** What users of the internal project can do, since projects are owned there. */
export interface ProjectOwner {
  createProject(options: AdminProjectCreateOptions): Promise<AdminOwnedProject>
  /** The projects of all teams that the user is a member of. */
  listOwnedProjects(): Promise<AdminOwnedProject[]>
}

export interface AdminProjectStores {
  readonly config: CacheStore<AdminConfig>
  readonly productionModeErrors: ProductionModeError[]
}

export interface ProductionModeError {
  readonly message: string
  /** The page of a dashboard where it can be mended. */
  readonly relativeFixUrl: string
}

export interface AdminProjectConfig extends ProjectConfig {
  readonly allowLocalhost: boolean
  readonly createTeamOnSignUp: boolean
  /** What could take an account over needs a proof of the person that is younger than ten minutes. */
  readonly stepUpRequired: boolean
  readonly oauthAccountMergeStrategy: OAuthAccountMergeStrategy
  readonly oauthProviders: readonly AdminOAuthProviderConfig[]
  readonly domains: readonly AdminDomainConfig[]
  readonly emailConfig: AdminEmailConfig
  /** The id of the theme of all mails that choose no other. */
  readonly emailTheme: string
  readonly teamCreatorDefaultPermissions: readonly AdminTeamPermission[]
  readonly teamMemberDefaultPermissions: readonly AdminTeamPermission[]
  readonly userDefaultPermissions: readonly AdminProjectPermission[]
}

export type OAuthAccountMergeStrategy = 'link_method' | 'raise_error' | 'allow_duplicates'

export interface AdminTeamPermission {
  readonly id: string
}

export interface AdminProjectPermission {
  readonly id: string
}

export interface AdminDomainConfig {
  /** For instance `https://example.com`. */
  readonly domain: string
  /** Where the pages for signing in are, for instance `/handler`. */
  readonly handlerPath: string
}

export type AdminOAuthProviderConfig = { readonly id: string } & (
  | { readonly type: 'shared' }
  | {
      readonly type: 'standard'
      readonly clientId: string
      readonly clientSecret: string
      readonly facebookConfigId?: string | undefined
      readonly microsoftTenantId?: string | undefined
    }
)

export type AdminEmailConfig =
  | { readonly type: 'shared' }
  | ({
      /** `resend` is read back as `standard`. */
      readonly type: 'standard' | 'resend'
    } & AdminEmailServer)

export interface AdminEmailServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly senderName: string
  readonly senderEmail: string
}

export interface AdminProjectUpdateOptions {
  displayName?: string | undefined
  description?: string | null | undefined
  isProductionMode?: boolean | undefined
  logoUrl?: string | null | undefined
  fullLogoUrl?: string | null | undefined
  config?: AdminProjectConfigUpdateOptions | undefined
}

export type AdminProjectConfigUpdateOptions = {
  [Setting in keyof AdminProjectConfig]?: AdminProjectConfig[Setting] | undefined
}

export interface AdminProjectCreateOptions extends AdminProjectUpdateOptions {
  displayName: string
  /** The team that owns the new project. The user must be a member of it. */
  teamId: string
}
