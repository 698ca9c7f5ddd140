import { copyOf } from '../core/actors.ts'
import { onDemand } from '../core/on-demand.ts'
import { getSetting, superSecretAdminKeyNames } from '../environment/environment.ts'
import type { ListTransactionsOptions } from '../payments/admin-payment-types.ts'
import { type AdminProjectJson, createAdminProject } from '../projects/admin-projects.ts'
import type { Credentials } from '../transport/transport.ts'
import { type Admin, createAdminStores } from './admin-stores.ts'
import type { AdminAppConstructorOptions } from './admin-types.ts'
import { ServerAppBase, serverCredentialsOf } from './server-app.ts'
import { appInternalsSymbol } from './types.ts'

const permissionDefinitionMethods = [
  'createTeamPermissionDefinition',
  'updateTeamPermissionDefinition',
  'deleteTeamPermissionDefinition',
  'createProjectPermissionDefinition',
  'updateProjectPermissionDefinition',
  'deleteProjectPermissionDefinition',
] as const

const emailMethods = [
  'createEmailTheme',
  'updateEmailTheme',
  'createEmailTemplate',
  'updateEmailTemplate',
  'createEmailDraft',
  'updateEmailDraft',
  'getEmailPreview',
] as const

const sentEmailMethods = ['listSentEmails', 'resendEmail', 'sendTestEmail', 'sendSignInInvitationEmail'] as const
const paymentMethods = [
  'setupPayments',
  'createStripeWidgetAccountSession',
  'createItemQuantityChange',
  'testModePurchase',
] as const
const chatMethods = ['sendChatMessage', 'saveChatMessage', 'listChatMessages'] as const

export class AdminAppBase extends ServerAppBase {
  readonly #admin: Admin
  readonly #stores: ReturnType<typeof createAdminStores>

  /** `projectChanged` tells those who show the project apart from this app. */
  constructor(options: AdminAppConstructorOptions, projectChanged: () => Promise<unknown> = async () => {}) {
    super(options, credentialsOf(options))
    const admin: Admin = { ...this.actor, as: { access: 'admin' }, projectChanged }
    const stores = createAdminStores(admin)
    this.#admin = admin
    this.#stores = stores
    Object.assign(this, createReads(stores), createActions(admin))
  }

  override get [appInternalsSymbol]() {
    const createProject = (record: AdminProjectJson) => createAdminProject(this.#admin, record)
    const internals = Object.assign(super[appInternalsSymbol], { createProject })
    // Copied by their descriptors: a store is made when it is first asked for.
    return Object.defineProperties(internals, Object.getOwnPropertyDescriptors(this.#stores))
  }
}

/** Methods that read what hooks show as well. */
const createReads = (stores: ReturnType<typeof createAdminStores>) => ({
  getProject: () => stores.project.load(),
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

const createActions = (admin: Admin) => ({
  ...onDemand(() => import('../project-keys/project-keys.ts'), ['createInternalApiKey'], admin),
  ...onDemand(() => import('../permissions/permission-definitions.ts'), permissionDefinitionMethods, admin),
  ...onDemand(() => import('../emails/emails.ts'), emailMethods, admin),
  ...onDemand(() => import('../emails/sent-emails.ts'), sentEmailMethods, admin),
  ...onDemand(() => import('../ai-chat/ai-chat.ts'), chatMethods, admin),
  ...onDemand(() => import('../webhooks/webhooks.ts'), ['createWebhookEndpoint'], admin),
  ...onDemand(() => import('../payments/admin-payments.ts'), paymentMethods, admin),
  ...onDemand(() => import('../audit/audit.ts'), ['listAuditEntries'], admin),
})

function credentialsOf(options: AdminAppConstructorOptions): Credentials {
  if (options.projectOwnerSession) return { ownerSession: options.projectOwnerSession }
  const { superSecretAdminKey: given } = options
  return {
    ...serverCredentialsOf(options),
    superSecretAdminKey: getSetting('superSecretAdminKey', given, 'SUPER_SECRET_ADMIN_KEY', superSecretAdminKeyNames),
  }
}
