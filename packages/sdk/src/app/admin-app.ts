import type { AdminChats } from '../ai-chat/ai-chat.ts'
import type { AuditEntry, ListAuditEntriesOptions } from '../audit/audit.ts'
import type { CompanyConnection, ConnectionCreateOptions } from '../connections/connections.ts'
import type { ConnectionDomain } from '../connections/domains.ts'
import type { appInternalsSymbol } from '../core/extensions.ts'
import type { AdminEmails } from '../emails/emails.ts'
import type { ProjectMetrics } from '../metrics/metrics.ts'
import type { AdminPayments } from '../payments/admin-payments.ts'
import type { AdminPermissionDefinitions } from '../permissions/permission-definitions.ts'
import type {
  InternalApiKey,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
} from '../project-keys/project-keys.ts'
import type { AdminProject } from '../projects/admin-projects.ts'
import type { InternalSession } from '../session/session.ts'
import type { TokenStoreInit } from '../session/token-store.ts'
import type { ListTracesOptions, Trace, TraceStory } from '../traces/traces.ts'
import type { PageOf } from '../transport/lists.ts'
import type { AdminWebhooks } from '../webhooks/webhooks.ts'
import { AdminAppBase } from './admin-app-base.ts'
import type { AdminStores } from './admin-stores.ts'
import type { HasStore } from './client-app.ts'
import type { ServerApp, ServerAppConstructorOptions, ServerAppInternals } from './server-app.ts'

/**
 * The options of an `AdminApp`: the keys of a project, or the session of one of its owners.
 * @example const options: AdminAppConstructorOptions = { tokenStore: 'memory', superSecretAdminKey: 'sak_…' }
 */
export type AdminAppConstructorOptions<Store extends TokenStoreInit = TokenStoreInit, ProjectId = string> =
  | (ServerAppConstructorOptions<Store, ProjectId> & {
      superSecretAdminKey?: string | undefined
      projectOwnerSession?: undefined
    })
  | (Omit<ServerAppConstructorOptions<Store, ProjectId>, 'publishableClientKey' | 'secretServerKey'> & {
      /** The `_internalSession` of a signed-in user of the internal project. */
      projectOwnerSession: InternalSession
    })

/**
 * Administers a project. Holds its super secret admin key, or the session of one of its owners.
 * @example const adminApp = new AdminApp({ tokenStore: 'memory' })
 */
export const AdminApp: AdminAppConstructor = AdminAppBase

/**
 * Used by packages built on this one.
 * @internal
 */
export interface AdminAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: AdminAppConstructorOptions<Store, ProjectId>,
  ): AdminApp<HasStore<Store>, ProjectId>
}

export interface AdminApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ServerApp<HasTokenStore, ProjectId>,
    AdminPermissionDefinitions,
    AdminEmails,
    AdminChats,
    AdminWebhooks,
    AdminPayments {
  /**
   * The project with all of its settings.
   * @example const { displayName } = await adminApp.getProject()
   */
  getProject(): Promise<AdminProject>

  /**
   * The API key sets of the project, newest first.
   * @example const keys = await adminApp.listInternalApiKeys()
   */
  listInternalApiKeys(): Promise<InternalApiKey[]>
  /**
   * Creates keys for the project. They are returned once and stored as hashes.
   * @example
   * const { secretServerKey } = await adminApp.createInternalApiKey({ description: 'CI', expiresAt, hasPublishableClientKey: false, hasSecretServerKey: true, hasSuperSecretAdminKey: false })
   */
  createInternalApiKey(options: InternalApiKeyCreateOptions): Promise<InternalApiKeyFirstView>

  /**
   * The connections of the project: its own, and those of its teams.
   * @example const connections = await adminApp.listConnections()
   */
  listConnections(): Promise<CompanyConnection[]>
  /**
   * Creates a connection for everybody in the project. For those of a team, use its methods.
   * @example
   * const connection = await adminApp.createConnection({ displayName: 'Okta', oidc: { issuer, clientId, clientSecret } })
   */
  createConnection(options: ConnectionCreateOptions): Promise<CompanyConnection>
  /**
   * The email domains of the project: its own, and those of its teams.
   * @example const domains = await adminApp.listConnectionDomains()
   */
  listConnectionDomains(): Promise<ConnectionDomain[]>
  /**
   * Adds an email domain for the connections of the project itself.
   * @example const domain = await adminApp.addConnectionDomain('example.com')
   */
  addConnectionDomain(domain: string): Promise<ConnectionDomain>
  /**
   * The audit log, newest first. Entries match all given filters.
   * @example const entries = await adminApp.listAuditEntries({ action: 'user.deleted' })
   */
  listAuditEntries(options?: ListAuditEntriesOptions): Promise<PageOf<AuditEntry>>
  /**
   * What failed in the last 14 days, newest first. Failures match all given filters.
   * @example const failures = await adminApp.listTraces({ address: 'ada@example.com' })
   */
  listTraces(options?: ListTracesOptions): Promise<PageOf<Trace>>
  /**
   * One failure, with the others of the same OAuth round trip or purchase.
   * @example
   * const [failure] = await adminApp.listTraces({ reference: 'a1b2c3d4' })
   * const story = failure && (await adminApp.getTrace(failure.id))
   */
  getTrace(id: string): Promise<TraceStory>
  /**
   * Metrics about the users of the project.
   * @example const { totalUsers } = await adminApp.getMetrics()
   */
  getMetrics(options?: { includeAnonymous?: boolean | undefined }): Promise<ProjectMetrics>

  readonly [appInternalsSymbol]: AdminAppInternals
}

/**
 * Used by packages built on this one.
 * @internal
 */
export interface AdminAppInternals extends Omit<ServerAppInternals, 'project'>, AdminStores {}
