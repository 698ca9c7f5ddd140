import type { Admin } from '../core/actors.ts'
import { copyOf } from '../core/actors.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { bind } from '../core/on-demand.ts'
import { getSetting } from '../environment/environment.ts'
import { superSecretAdminKeyNames } from '../environment/secret-keys.ts'
import type { ListTransactionsOptions } from '../payments/admin-payments.ts'
import type { AdminProject } from '../projects/admin-projects.ts'
import { type AdminProjectJson, createAdminProject } from '../projects/admin-projects.ts'
import type { TokenStoreInit } from '../session/token-store.ts'
import type { Credentials } from '../transport/transport.ts'
import type { AdminAppConstructorOptions, AdminAppInternals } from './admin-app.ts'
import * as adminMethods from './admin-methods.ts'
import { type AdminStores, createAdminStores } from './admin-stores.ts'
import { keyCredentialsOf, ServerAppBase, secretServerKeyOf } from './server-app-base.ts'

/** The methods that the constructor assigns. */
export interface AdminAppBase extends ReturnType<typeof createReads>, ReturnType<typeof bindMethods> {}

export class AdminAppBase<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ServerAppBase<HasTokenStore, ProjectId> {
  readonly #admin: Admin
  readonly #stores: AdminStores

  /** `projectChanged` notifies other readers of the project, such as the owner's list of projects. */
  constructor(
    options: AdminAppConstructorOptions<TokenStoreInit, ProjectId>,
    projectChanged: () => Promise<unknown> = async () => {},
  ) {
    super(options, credentialsOf(options))
    const admin: Admin = { ...this.actor, as: { access: 'admin' }, projectChanged }
    this.#admin = admin
    this.#stores = createAdminStores(admin)
    Object.assign(this, createReads(this.#stores), bindMethods(admin))
  }

  override getProject(): Promise<AdminProject> {
    return this.#stores.project.load()
  }

  override get [appInternalsSymbol](): AdminAppInternals & { createProject(record: AdminProjectJson): AdminProject } {
    const createProject = (record: AdminProjectJson) => createAdminProject(this.#admin, record)
    const internals = Object.assign(super[appInternalsSymbol], { createProject })
    // Copies the property descriptors, because reading a store would create it.
    const stores = Object.getOwnPropertyDescriptors(this.#stores)
    return Object.defineProperties(internals, stores) as typeof internals & AdminStores
  }
}

const bindMethods = (admin: Admin) => bind(adminMethods, admin)

/** Reads that also exist as hooks. */
const createReads = (stores: AdminStores) => ({
  listInternalApiKeys: () => copyOf(stores.internalApiKeys),
  listTeamPermissionDefinitions: () => copyOf(stores.teamPermissionDefinitions),
  listProjectPermissionDefinitions: () => copyOf(stores.projectPermissionDefinitions),
  listEmailThemes: () => copyOf(stores.emailThemes),
  getEmailTheme: (id: string) => stores.emailTheme(id).load(),
  listEmailTemplates: () => copyOf(stores.emailTemplates),
  listEmailDrafts: () => copyOf(stores.emailDrafts),
  listWebhookEndpoints: () => copyOf(stores.webhookEndpoints),
  getSvixToken: () => stores.svixToken.load(),
  getStripeAccountInfo: () => stores.stripeAccountInfo.load(),
  listTransactions: (options?: ListTransactionsOptions) => stores.transactions(options).load(),
  getMetrics: ({ includeAnonymous }: { includeAnonymous?: boolean } = {}) => stores.metrics(includeAnonymous).load(),
})

function credentialsOf(options: AdminAppConstructorOptions): Credentials {
  if (options.projectOwnerSession) return { ownerSession: options.projectOwnerSession, ...keyCredentialsOf() }
  const { superSecretAdminKey: given } = options
  return keyCredentialsOf(
    secretServerKeyOf(options),
    getSetting('superSecretAdminKey', given, 'SUPER_SECRET_ADMIN_KEY', superSecretAdminKeyNames),
  )
}
