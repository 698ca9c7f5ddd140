import type { CacheStore } from '../cache/cache-types.ts'
import type { AdminEmailStores, AdminEmails } from '../emails/email-types.ts'
import type { AdminPaymentStores, AdminPayments } from '../payments/admin-payment-types.ts'
import type { AdminProject } from '../projects/admin-project-types.ts'
import type { AdminWebhookStores, AdminWebhooks } from '../webhooks/webhook-types.ts'
import type {
  appInternalsSymbol,
  HasStore,
  InternalSession,
  Json,
  ServerApp,
  ServerAppConstructorOptions,
  ServerAppInternals,
  ServerUser,
  TokenStoreInit,
} from './types.ts'

/** With the keys of a project, or with the session of somebody who owns it. */
export type AdminAppConstructorOptions<Store extends TokenStoreInit = TokenStoreInit, ProjectId = string> =
  | (ServerAppConstructorOptions<Store, ProjectId> & {
      superSecretAdminKey?: string | undefined
      projectOwnerSession?: undefined
    })
  | (Omit<ServerAppConstructorOptions<Store, ProjectId>, 'publishableClientKey' | 'secretServerKey'> & {
      /** The `_internalSession` of a signed-in user of the internal project. */
      projectOwnerSession: InternalSession
    })

export interface AdminAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: AdminAppConstructorOptions<Store, ProjectId>,
  ): AdminApp<HasStore<Store>, ProjectId>
}

export interface AdminApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ServerApp<HasTokenStore, ProjectId>,
    AdminPermissionDefinitions,
    AdminEmails,
    AdminWebhooks,
    AdminPayments {
  getProject(): Promise<AdminProject>

  /** The key sets of the project, newest first. */
  listInternalApiKeys(): Promise<InternalApiKey[]>
  createInternalApiKey(options: InternalApiKeyCreateOptions): Promise<InternalApiKeyFirstView>

  /** Who did what to whom, newest first. All filters that are given must fit. */
  listAuditEntries(options?: ListAuditEntriesOptions): Promise<PageOf<AuditEntry>>
  getMetrics(options?: { includeAnonymous?: boolean | undefined }): Promise<ProjectMetrics>

  readonly [appInternalsSymbol]: AdminAppInternals
}

export interface AdminAppInternals
  extends ServerAppInternals,
    AdminEmailStores,
    AdminWebhookStores,
    AdminPaymentStores {
  readonly project: CacheStore<AdminProject>
  readonly internalApiKeys: CacheStore<InternalApiKey[]>
  readonly teamPermissionDefinitions: CacheStore<AdminTeamPermissionDefinition[]>
  readonly projectPermissionDefinitions: CacheStore<AdminProjectPermissionDefinition[]>
  metrics(includeAnonymous?: boolean): CacheStore<ProjectMetrics>
}

/** Part of a list. */
export type PageOf<T> = T[] & {
  /** The cursor of the next page, or null. */
  nextCursor: string | null
}

// ------------------------------------------------------------------------------------------- key sets

/** A set of up to three keys that apps use the project with. */
export interface InternalApiKeyBase {
  readonly id: string
  readonly description: string
  readonly expiresAt: Date
  readonly manuallyRevokedAt: Date | null
  readonly createdAt: Date
  isValid(): boolean
  whyInvalid(): 'expired' | 'manually-revoked' | null
  update(options: { description: string }): Promise<void>
  /** For good, and at once. */
  revoke(): Promise<void>
}

export interface InternalApiKey extends InternalApiKeyBase {
  readonly publishableClientKey: { readonly lastFour: string } | null
  readonly secretServerKey: { readonly lastFour: string } | null
  readonly superSecretAdminKey: { readonly lastFour: string } | null
}

/** Right after it was made: the one time that the keys can be read. */
export interface InternalApiKeyFirstView extends InternalApiKeyBase {
  readonly publishableClientKey?: string | undefined
  readonly secretServerKey?: string | undefined
  readonly superSecretAdminKey?: string | undefined
}

export interface InternalApiKeyCreateOptions {
  description: string
  expiresAt: Date
  hasPublishableClientKey: boolean
  hasSecretServerKey: boolean
  hasSuperSecretAdminKey: boolean
}

// ----------------------------------------------------------------------------- permission definitions

/** What users can be granted, and what it contains. */
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

/** What is left out stays as it is. */
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

interface AdminPermissionDefinitions {
  listTeamPermissionDefinitions(): Promise<AdminTeamPermissionDefinition[]>
  createTeamPermissionDefinition(
    options: AdminTeamPermissionDefinitionCreateOptions,
  ): Promise<AdminTeamPermissionDefinition>
  updateTeamPermissionDefinition(id: string, options: AdminTeamPermissionDefinitionUpdateOptions): Promise<void>
  /** Takes what was granted of it along. */
  deleteTeamPermissionDefinition(id: string): Promise<void>

  listProjectPermissionDefinitions(): Promise<AdminProjectPermissionDefinition[]>
  createProjectPermissionDefinition(
    options: AdminProjectPermissionDefinitionCreateOptions,
  ): Promise<AdminProjectPermissionDefinition>
  updateProjectPermissionDefinition(id: string, options: AdminProjectPermissionDefinitionUpdateOptions): Promise<void>
  deleteProjectPermissionDefinition(id: string): Promise<void>
}

// --------------------------------------------------------------------------------------- what happened

export interface AuditEntry {
  readonly id: string
  readonly happenedAt: Date
  /** What was done, such as `user.created` or `project.config_changed`. */
  readonly action: string
  readonly actor: {
    readonly type: 'user' | 'owner' | 'server-key' | 'admin-key' | 'system' | 'unknown'
    /** Of the user or owner; where only a key acted, of the set of keys that it belongs to. */
    readonly id: string | null
    /** What that set of keys is called. */
    readonly description: string | null
  }
  readonly target: { readonly type: string; readonly id: string }
  readonly details: Json
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
}

export interface ListAuditEntriesOptions {
  limit?: number | undefined
  cursor?: string | undefined
  actorId?: string | undefined
  targetId?: string | undefined
  action?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

/** The figures of a project. */
export interface ProjectMetrics {
  readonly totalUsers: number
  /** How many signed up on each of the last 31 days in UTC, the oldest first. */
  readonly dailyUsers: readonly DailyActivity[]
  readonly dailyActiveUsers: readonly DailyActivity[]
  /** By the code of the country. */
  readonly usersByCountry: { readonly [countryCode: string]: number }
  readonly recentlyRegistered: readonly ServerUser[]
  readonly recentlyActive: readonly ServerUser[]
  readonly loginMethods: readonly { readonly method: string; readonly count: number }[]
}

interface DailyActivity {
  /** For instance `2026-03-31`. */
  readonly date: string
  readonly activity: number
}
