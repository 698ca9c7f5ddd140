import { keepWhileEqual } from '../cache/cached-value.ts'
import type { Admin } from '../core/actors.ts'
import {
  type AdminEmailThemeSource,
  type EmailPreviewOptions,
  getEmailPreview,
  loadEmailDrafts,
  loadEmailTemplates,
  loadEmailTheme,
  loadEmailThemes,
} from '../emails/emails.ts'
import { AssertionError } from '../errors/errors.ts'
import { createMetricsReader } from '../metrics/metrics.ts'
import { findStripeAccountInfo, type ListTransactionsOptions, loadTransactions } from '../payments/admin-payments.ts'
import { loadPermissionDefinitions } from '../permissions/permission-definitions.ts'
import { loadInternalApiKeys } from '../project-keys/project-keys.ts'
import { type AdminProjectJson, createAdminProject } from '../projects/admin-projects.ts'
import { getSvixToken, loadWebhookEndpoints } from '../webhooks/webhooks.ts'

export type AdminStores = ReturnType<typeof createAdminStores>

/** One store for each read, used by packages built on this one. */
export function createAdminStores(admin: Admin) {
  const { core, cache, as } = admin
  const permissionDefinitions = (scope: 'team' | 'project') =>
    cache.list(`settings/permission-definitions/${scope}`, () => loadPermissionDefinitions(admin, scope))
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
      return cache.list('settings/email-themes', () => loadEmailThemes(admin))
    },
    emailTheme(id: string) {
      const keep = keepWhileEqual((theme: AdminEmailThemeSource) => theme)
      return cache.get(`settings/email-themes/${id}`, async () => keep(await loadEmailTheme(admin, id)))
    },
    get emailTemplates() {
      return cache.list('settings/email-templates', () => loadEmailTemplates(admin))
    },
    get emailDrafts() {
      return cache.list('email-drafts', () => loadEmailDrafts(admin))
    },
    /** Depends on themes and templates, so it is refreshed with the settings. */
    emailPreview(options: EmailPreviewOptions) {
      const { themeId, themeTsxSource, templateId, templateTsxSource } = options
      const key = JSON.stringify([themeId, themeTsxSource, templateId, templateTsxSource])
      return cache.get(`settings/email-previews/${key}`, () => getEmailPreview(admin, options))
    },
    get webhookEndpoints() {
      return cache.list('webhook-endpoints', () => loadWebhookEndpoints(admin))
    },
    get svixToken() {
      return cache.get('svix-token', () => getSvixToken(admin))
    },
    get stripeAccountInfo() {
      return cache.get('stripe-account-info', () => findStripeAccountInfo(admin))
    },
    transactions(options: ListTransactionsOptions = {}) {
      const { cursor, limit, type, customerType } = options
      const key = `transactions/${JSON.stringify([cursor, limit, type, customerType])}`
      return cache.get(key, () => loadTransactions(admin, options))
    },
    metrics(includeAnonymous = false) {
      return cache.get(`metrics/${includeAnonymous}`, createMetricsReader(admin, includeAnonymous))
    },
  }
}
