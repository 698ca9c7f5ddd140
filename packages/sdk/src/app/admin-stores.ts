import { keepWhileEqual } from '../cache/cached-value.ts'
import type { Admin } from '../core/actors.ts'
import type { AdminEmailThemeSource, EmailPreviewOptions } from '../emails/emails.ts'
import { AssertionError } from '../errors/errors.ts'
import { createMetricsReader } from '../metrics/metrics.ts'
import type { ListTransactionsOptions } from '../payments/admin-payments.ts'
import { loadInternalApiKeys } from '../project-keys/project-keys.ts'
import { type AdminProjectJson, createAdminProject } from '../projects/admin-projects.ts'
import type { AdminAppInternals } from './admin-app.ts'
import type { ServerAppInternals } from './server-app.ts'

export function createAdminStores(admin: Admin) {
  const { core, cache, as } = admin
  const loadServer = core.features.loadServer!
  const permissionDefinitions = (scope: 'team' | 'project') =>
    cache.list(`settings/permission-definitions/${scope}`, async () =>
      (await loadServer()).loadPermissionDefinitions(admin, scope),
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
      return cache.list('internal-api-keys', () => loadInternalApiKeys(admin))
    },
    get teamPermissionDefinitions() {
      return permissionDefinitions('team')
    },
    get projectPermissionDefinitions() {
      return permissionDefinitions('project')
    },
    get emailThemes() {
      return cache.list('settings/email-themes', async () => (await loadServer()).loadEmailThemes(admin))
    },
    emailTheme(id: string) {
      const keep = keepWhileEqual((theme: AdminEmailThemeSource) => theme)
      return cache.get(`settings/email-themes/${id}`, async () =>
        keep(await (await loadServer()).loadEmailTheme(admin, id)),
      )
    },
    get emailTemplates() {
      return cache.list('settings/email-templates', async () => (await loadServer()).loadEmailTemplates(admin))
    },
    get emailDrafts() {
      return cache.list('email-drafts', async () => (await loadServer()).loadEmailDrafts(admin))
    },
    /** Depends on themes and templates, so it is refreshed with the settings. */
    emailPreview(options: EmailPreviewOptions) {
      const { themeId, themeTsxSource, templateId, templateTsxSource } = options
      const key = JSON.stringify([themeId, themeTsxSource, templateId, templateTsxSource])
      return cache.get(`settings/email-previews/${key}`, async () =>
        (await loadServer()).getEmailPreview(admin, options),
      )
    },
    get webhookEndpoints() {
      return cache.list('webhook-endpoints', async () => (await loadServer()).loadWebhookEndpoints(admin))
    },
    get svixToken() {
      return cache.get('svix-token', async () => (await loadServer()).getSvixToken(admin))
    },
    get stripeAccountInfo() {
      return cache.get('stripe-account-info', async () => (await loadServer()).findStripeAccountInfo(admin))
    },
    transactions(options: ListTransactionsOptions = {}) {
      const { cursor, limit, type, customerType } = options
      const key = `transactions/${JSON.stringify([cursor, limit, type, customerType])}`
      return cache.get(key, async () => (await loadServer()).loadTransactions(admin, options))
    },
    metrics(includeAnonymous = false) {
      return cache.get(`metrics/${includeAnonymous}`, createMetricsReader(admin, includeAnonymous))
    },
  } satisfies Omit<
    AdminAppInternals,
    Exclude<keyof ServerAppInternals, 'project'> | 'call' | 'cached' | 'refresh' | 'find'
  >
}
