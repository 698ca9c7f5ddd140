import { keepWhileEqual } from '../cache/cached-value.ts'
import type { Admin } from '../core/actors.ts'
import type { AdminEmailThemeSource, EmailPreviewOptions } from '../emails/emails.ts'
import { AssertionError } from '../errors/errors.ts'
import type { ProjectMetrics } from '../metrics/metrics.ts'
import type { ListTransactionsOptions } from '../payments/admin-payments.ts'
import { type AdminProjectJson, createAdminProject } from '../projects/admin-projects.ts'
import type { AdminAppInternals } from './admin-app.ts'
import type { ServerAppInternals } from './server-app.ts'

const loadEmails = () => import('../emails/emails.ts')
const loadWebhooks = () => import('../webhooks/webhooks.ts')
const loadPayments = () => import('../payments/admin-payments.ts')

/** The code of each read is loaded with its first fetch. */
export function createAdminStores(admin: Admin) {
  const { core, cache, as } = admin
  const permissionDefinitions = (scope: 'team' | 'project') =>
    cache.list(`settings/permission-definitions/${scope}`, async () =>
      (await import('../permissions/permission-definitions.ts')).loadPermissionDefinitions(admin, scope),
    )
  const createProject = keepWhileEqual((record: AdminProjectJson) => createAdminProject(admin, record))
  return {
    get project() {
      return cache.get('settings/project', async () => {
        const project = createProject(await core.call('GET /internal/projects/current', as))
        if (project.id !== core.projectId)
          throw new AssertionError('The server responded for another project.', project)
        return project
      })
    },
    get internalApiKeys() {
      return cache.list('internal-api-keys', async () =>
        (await import('../project-keys/project-keys.ts')).loadInternalApiKeys(admin),
      )
    },
    get teamPermissionDefinitions() {
      return permissionDefinitions('team')
    },
    get projectPermissionDefinitions() {
      return permissionDefinitions('project')
    },
    get emailThemes() {
      return cache.list('settings/email-themes', async () => (await loadEmails()).loadEmailThemes(admin))
    },
    emailTheme(id: string) {
      const keep = keepWhileEqual((theme: AdminEmailThemeSource) => theme)
      return cache.get(`settings/email-themes/${id}`, async () =>
        keep(await (await loadEmails()).loadEmailTheme(admin, id)),
      )
    },
    get emailTemplates() {
      return cache.list('settings/email-templates', async () => (await loadEmails()).loadEmailTemplates(admin))
    },
    get emailDrafts() {
      return cache.list('email-drafts', async () => (await loadEmails()).loadEmailDrafts(admin))
    },
    /** Depends on themes and templates, so it is refreshed with the settings. */
    emailPreview(options: EmailPreviewOptions) {
      const { themeId, themeTsxSource, templateId, templateTsxSource } = options
      const key = JSON.stringify([themeId, themeTsxSource, templateId, templateTsxSource])
      return cache.get(`settings/email-previews/${key}`, async () =>
        (await loadEmails()).getEmailPreview(admin, options),
      )
    },
    get webhookEndpoints() {
      return cache.list('webhook-endpoints', async () => (await loadWebhooks()).loadWebhookEndpoints(admin))
    },
    get svixToken() {
      return cache.get('svix-token', async () => (await loadWebhooks()).getSvixToken(admin))
    },
    get stripeAccountInfo() {
      return cache.get('stripe-account-info', async () => (await loadPayments()).findStripeAccountInfo(admin))
    },
    transactions(options: ListTransactionsOptions = {}) {
      const { cursor, limit, type, customerType } = options
      const key = `transactions/${JSON.stringify([cursor, limit, type, customerType])}`
      return cache.get(key, async () => (await loadPayments()).loadTransactions(admin, options))
    },
    metrics(includeAnonymous = false) {
      let read: (() => Promise<ProjectMetrics>) | undefined
      return cache.get(`metrics/${includeAnonymous}`, async () => {
        read ??= (await import('../metrics/metrics.ts')).createMetricsReader(admin, includeAnonymous)
        return read()
      })
    },
  } satisfies Omit<
    AdminAppInternals,
    Exclude<keyof ServerAppInternals, 'project'> | 'call' | 'cached' | 'refresh' | 'find'
  >
}
