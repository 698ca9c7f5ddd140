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

export interface ProjectMetrics extends SdkProjectMetrics {
  readonly recentlyRegistered: readonly ServerUser[]
  readonly recentlyActive: readonly ServerUser[]
}

/** The SDK's app for those who run a project, with its hooks. */
export interface AdminApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ServerApp<HasTokenStore, ProjectId>,
    Pick<SdkAdminApp<HasTokenStore, ProjectId>, Exclude<keyof SdkAdminApp, keyof SdkServerApp | 'getMetrics'>> {
  getProject(): Promise<AdminProject>
  useProject(): AdminProject
  useInternalApiKeys(): InternalApiKey[]
  useTeamPermissionDefinitions(): AdminTeamPermissionDefinition[]
  useProjectPermissionDefinitions(): AdminProjectPermissionDefinition[]

  useEmailThemes(): AdminEmailTheme[]
  useEmailTheme(id: string): AdminEmailThemeSource
  useEmailTemplates(): AdminEmailTemplate[]
  useEmailDrafts(): AdminEmailDraft[]
  /** The HTML of an email. Rendered again when a theme or a template changes. */
  useEmailPreview(options: EmailPreviewOptions): string

  useStripeAccountInfo(): StripeAccountInfo | null
  useTransactions(options?: ListTransactionsOptions): TransactionPage

  useWebhookEndpoints(): WebhookEndpoint[]
  useSvixToken(): string

  getMetrics(options?: { includeAnonymous?: boolean | undefined }): Promise<ProjectMetrics>
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
    this[appInternalsSymbol].extendObjects(objectHooks)
    Object.assign(this, createAdminAppHooks(this))
  }
}

type Hooks = ReturnType<typeof createAdminAppHooks>
const App: new (options: AdminAppConstructorOptions) => AppMembers<AdminApp, Hooks> = AdminAppWithHooks
export const AdminApp = App as AdminAppConstructor
