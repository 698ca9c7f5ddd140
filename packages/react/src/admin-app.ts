import {
  type AdminAppConstructorOptions,
  type AdminAppInternals,
  type AdminEmailDraft,
  type AdminEmailTemplate,
  type AdminEmailTheme,
  type AdminEmailThemeSource,
  type AdminProjectPermissionDefinition,
  type AdminTeamPermissionDefinition,
  appInternalsSymbol,
  type EmailPreviewOptions,
  type HasStore,
  type InternalApiKey,
  type ListTransactionsOptions,
  AdminApp as SdkAdminApp,
  type ProjectMetrics as SdkProjectMetrics,
  type ServerApp as SdkServerApp,
  type StripeAccountInfo,
  type TokenStoreInit,
  type TransactionPage,
  type WebhookEndpoint,
} from '@latchkey/sdk'
import { createAdminAppHooks } from './hooks/admin-app-hooks.ts'
import type { AppMembers } from './hooks/app-members.ts'
import { objectHooks } from './hooks/object-hooks.ts'
import type { AdminProject } from './hooks/project-hooks.ts'
import type { ServerUser } from './hooks/user-types.ts'
import type { ServerApp } from './server-app.ts'

/**
 * Metrics about the users of the project.
 * @example
 * const { totalUsers, recentlyRegistered, recentlyActive }: ProjectMetrics = adminApp.useMetrics()
 * console.log(totalUsers, recentlyRegistered[0]?.displayName, recentlyActive[0]?.lastActiveAt)
 */
export interface ProjectMetrics extends SdkProjectMetrics {
  /** The newest users. */
  readonly recentlyRegistered: readonly ServerUser[]
  /** The most recently active users. */
  readonly recentlyActive: readonly ServerUser[]
}

/**
 * The SDK's `AdminApp` with hooks.
 * @example const adminApp = new AdminApp({ tokenStore: 'memory' })
 */
export interface AdminApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ServerApp<HasTokenStore, ProjectId>,
    Pick<SdkAdminApp<HasTokenStore, ProjectId>, Exclude<keyof SdkAdminApp, keyof SdkServerApp | 'getMetrics'>> {
  /**
   * The project with all of its settings.
   * @example const { displayName } = await adminApp.getProject()
   */
  getProject(): Promise<AdminProject>
  /**
   * `getProject` as a hook.
   * @example const { displayName } = adminApp.useProject()
   */
  useProject(): AdminProject
  /**
   * `listInternalApiKeys` as a hook.
   * @example const keys = adminApp.useInternalApiKeys()
   */
  useInternalApiKeys(): InternalApiKey[]
  /**
   * `listTeamPermissionDefinitions` as a hook.
   * @example const definitions = adminApp.useTeamPermissionDefinitions()
   */
  useTeamPermissionDefinitions(): AdminTeamPermissionDefinition[]
  /**
   * `listProjectPermissionDefinitions` as a hook.
   * @example const definitions = adminApp.useProjectPermissionDefinitions()
   */
  useProjectPermissionDefinitions(): AdminProjectPermissionDefinition[]

  /**
   * `listEmailThemes` as a hook.
   * @example const themes = adminApp.useEmailThemes()
   */
  useEmailThemes(): AdminEmailTheme[]
  /**
   * `getEmailTheme` as a hook.
   * @example const { tsxSource } = adminApp.useEmailTheme(themeId)
   */
  useEmailTheme(id: string): AdminEmailThemeSource
  /**
   * `listEmailTemplates` as a hook.
   * @example const templates = adminApp.useEmailTemplates()
   */
  useEmailTemplates(): AdminEmailTemplate[]
  /**
   * `listEmailDrafts` as a hook.
   * @example const drafts = adminApp.useEmailDrafts()
   */
  useEmailDrafts(): AdminEmailDraft[]
  /**
   * The HTML of an email. Rendered again when a theme or a template changes.
   * @example const html = adminApp.useEmailPreview({ templateId })
   */
  useEmailPreview(options: EmailPreviewOptions): string

  /**
   * `getStripeAccountInfo` as a hook.
   * @example const account = adminApp.useStripeAccountInfo()
   */
  useStripeAccountInfo(): StripeAccountInfo | null
  /**
   * `listTransactions` as a hook.
   * @example const { transactions } = adminApp.useTransactions({ limit: 50 })
   */
  useTransactions(options?: ListTransactionsOptions): TransactionPage

  /**
   * `listWebhookEndpoints` as a hook.
   * @example const endpoints = adminApp.useWebhookEndpoints()
   */
  useWebhookEndpoints(): WebhookEndpoint[]
  /**
   * `getSvixToken` as a hook.
   * @example const token = adminApp.useSvixToken()
   */
  useSvixToken(): string

  /**
   * Metrics about the users of the project.
   * @example const { totalUsers } = await adminApp.getMetrics()
   */
  getMetrics(options?: { includeAnonymous?: boolean | undefined }): Promise<ProjectMetrics>
  /**
   * `getMetrics` as a hook.
   * @example const { totalUsers } = adminApp.useMetrics()
   */
  useMetrics(options?: { includeAnonymous?: boolean | undefined }): ProjectMetrics

  readonly [appInternalsSymbol]: AdminAppInternals
}

interface AdminAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: AdminAppConstructorOptions<Store, ProjectId>,
  ): AdminApp<HasStore<Store>, ProjectId>
}

class AdminAppWithHooks extends SdkAdminApp<TokenStoreInit, string> {
  constructor(options: AdminAppConstructorOptions) {
    super(options)
    this[appInternalsSymbol].core.extensions = objectHooks
    Object.assign(this, createAdminAppHooks(this))
  }
}

type Hooks = ReturnType<typeof createAdminAppHooks>
const App: new (options: AdminAppConstructorOptions) => AppMembers<AdminApp, Hooks> = AdminAppWithHooks
export const AdminApp = App as AdminAppConstructor
