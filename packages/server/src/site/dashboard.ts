import { readFileSync } from 'node:fs'
import { uuidSource } from '@latchkey/contract'
import type { Context } from 'hono'
import { pageHeaders, purchasePageHeaders, secretPageHeaders } from '../http/page-headers.ts'
import { developmentIdentityProvider } from '../identity/development-identity-provider/development-identity-provider.ts'
import { findProjectIdByTenancy } from '../payments/purchases/queries.ts'
import { dashboardPath } from '../platform/dashboard-url.ts'
import { internalProjectId } from '../platform/internal-project.ts'
import type { Platform } from '../platform/platform.ts'
import { outageWarning } from '../platform/repeated-warning.ts'
import type { Project } from '../projects/cache.ts'
import { projectCache } from '../projects/cache.ts'
import { webhookService } from '../webhooks/service.ts'
import { constantResponse } from './constant-response.ts'
import { emailFrame } from './email-frame.ts'
import { withSettings } from './embedded-settings.ts'
import { serveHostedPages } from './hosted-pages.ts'
import type { PageApp } from './site.ts'
import { serveFolder } from './static.ts'

export interface DashboardOptions {
  /** The built pages. */
  folder: URL
  /** Of the internal project. */
  publishableClientKey: string
}

/** One page for all dashboard URLs, for purchases, and for the sign-in of project owners. */
export function serveDashboard(
  app: PageApp,
  { folder, publishableClientKey }: DashboardOptions,
  platform: Platform,
  demoProjectId: string | null,
) {
  const { config } = platform
  const index = readFileSync(new URL('index.html', folder), 'utf8')
  const stripePublishableKey = config.stripe?.publishableKey ?? null
  const hasAiModel = config.ai !== undefined
  const hasWebhookService = webhookService(platform) !== undefined
  const hasDevelopmentProvider = developmentIdentityProvider(platform) !== undefined
  const pageFor = (seller: Seller | null) =>
    withSettings(index, seller?.projectId, {
      url: config.url,
      publishableClientKey,
      demoProjectId,
      stripePublishableKey,
      seller,
      hasAiModel,
      hasWebhookService,
      hasDevelopmentProvider,
    })
  serveHostedPages(app, index, platform)
  const page = constantResponse(pageFor(null), { ...pageHeaders(config), 'content-type': 'text/html; charset=utf-8' })

  app.get(dashboardPath, page)
  // The command line signs owners in.
  app.get(`${dashboardPath}/config.json`, (c) =>
    c.json({ projectId: internalProjectId, publishableClientKey }, 200, { 'cache-control': 'no-store' }),
  )
  app.get(`${dashboardPath}/assets/*`, serveFolder(folder, `${dashboardPath}/`, pageHeaders(config)))
  app.get(`${dashboardPath}/purchase/:code`, async (c) =>
    c.html(pageFor(await findSeller(platform, codeOf(c))), 200, purchasePageHeaders(config)),
  )
  app.get(`${dashboardPath}/set-up`, (c) => c.html(pageFor(null), 200, secretPageHeaders(config)))
  app.get(`${dashboardPath}/email-frame`, emailFrame)
  app.get(`${dashboardPath}/*`, page)
  app.get('/handler/*', page)
}

/** The page with the result has the code in its query. */
function codeOf({ req }: Context): string {
  return req.query('purchase_full_code') ?? req.param('code') ?? ''
}

/** Whom people buy from. */
interface Seller {
  projectId: string
  name: string
  /** `auto` follows the device. */
  mode: 'auto' | 'light' | 'dark'
  logoUrl: string | null
  logoDarkModeUrl: string | null
  /** Where their app is: the first trusted domain that is a single address. */
  homeUrl: string | null
}

/** The page works without the seller, so it is also shown when the database is unavailable, and reports that itself. */
async function findSeller(platform: Platform, fullCode: string): Promise<Seller | null> {
  const tenancyId = new RegExp(`^${uuidSource}(?=_)`).exec(fullCode)?.[0]
  if (!tenancyId) return null
  try {
    const id = await findProjectIdByTenancy(platform.db, tenancyId)
    const project = id === undefined ? undefined : await projectCache(platform).find(id)
    return project ? toSeller(project) : null
  } catch (error) {
    outageWarning(platform)({ path: '/dashboard/purchase', reason: (error as Error).message })
    return null
  }
}

function toSeller(project: Project): Seller {
  const addresses = Object.values(project.config.domains.trustedDomains).map(({ baseUrl }) => baseUrl)
  return {
    projectId: project.id,
    name: project.display_name,
    mode: project.config.branding?.mode ?? 'auto',
    logoUrl: project.logo_url,
    logoDarkModeUrl: project.logo_dark_mode_url,
    homeUrl: addresses.find((address) => address !== undefined && !address.includes('*')) ?? null,
  }
}
