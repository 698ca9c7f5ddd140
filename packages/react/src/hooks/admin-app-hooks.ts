import { appInternalsSymbol, type AdminApp as SdkAdminApp } from '@latchkey/sdk'
import { createServerAppHooks } from './server-app-hooks.ts'
import { createHooks } from './store-hooks.ts'
import { useCached } from './use-cached.ts'

/** The hooks that our `AdminApp` adds to the SDK's. */
export const createAdminAppHooks = (app: SdkAdminApp) => ({
  ...createServerAppHooks(app),
  ...createHooks(() => app[appInternalsSymbol], {
    useInternalApiKeys: 'internalApiKeys',
    useTeamPermissionDefinitions: 'teamPermissionDefinitions',
    useProjectPermissionDefinitions: 'projectPermissionDefinitions',
    useEmailThemes: 'emailThemes',
    useEmailTheme: 'emailTheme',
    useEmailTemplates: 'emailTemplates',
    useEmailDrafts: 'emailDrafts',
    useEmailPreview: 'emailPreview',
    useStripeAccountInfo: 'stripeAccountInfo',
    useTransactions: 'transactions',
    useSvixToken: 'svixToken',
    useWebhookEndpoints: 'webhookEndpoints',
  }),
  useMetrics: ({ includeAnonymous }: { includeAnonymous?: boolean | undefined } = {}) =>
    useCached(app[appInternalsSymbol].metrics(includeAnonymous)),
})
