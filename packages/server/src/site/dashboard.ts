import { readFileSync } from 'node:fs'
import { uuidSource } from '@latchkey/contract'
import { dashboardPath } from '../dashboard-url.ts'
import { escapeHtml } from '../escape-html.ts'
import type { Services } from '../http/context.ts'
import { pageHeaders, purchasePageHeaders } from '../http/page-headers.ts'
import { internalProjectId } from '../internal-project.ts'
import { constantResponse } from './constant-response.ts'
import { findSellerName } from './queries.ts'
import type { PageApp } from './site.ts'
import { serveFolder } from './static.ts'

export interface DashboardOptions {
  /** The built pages. */
  folder: URL
  /** Of the internal project. */
  publishableClientKey: string
}

/** One page for all dashboard URLs, for purchases, and for the sign-in of project owners. */
export function serveDashboard(app: PageApp, { folder, publishableClientKey }: DashboardOptions, services: Services) {
  const { config } = services
  const index = readFileSync(new URL('index.html', folder), 'utf8')
  const stripePublishableKey = config.stripe?.publishableKey ?? null
  const pageFor = (seller: string | null) =>
    withSettings(index, { url: config.url, publishableClientKey, stripePublishableKey, seller })
  const page = constantResponse(pageFor(null), { ...pageHeaders(config), 'content-type': 'text/html; charset=utf-8' })

  app.get(dashboardPath, page)
  // The command line signs owners in.
  app.get(`${dashboardPath}/config.json`, (c) =>
    c.json({ projectId: internalProjectId, publishableClientKey }, 200, { 'cache-control': 'no-store' }),
  )
  app.get(`${dashboardPath}/assets/*`, serveFolder(folder, `${dashboardPath}/`, pageHeaders(config)))
  app.get(`${dashboardPath}/purchase/:code`, async (c) =>
    c.html(pageFor(await findSeller(services, c.req.param('code'))), 200, purchasePageHeaders(config)),
  )
  app.get(`${dashboardPath}/*`, page)
  app.get('/handler/*', page)
}

/** Embedded in the page, which saves a request before anything can be shown. */
function withSettings(index: string, settings: object): string {
  const content = escapeHtml(JSON.stringify(settings))
  return index.replace('</head>', () => `  <meta name="latchkey-settings" content="${content}" />\n  </head>`)
}

/** The page works without the name, so it is also shown when the database is unavailable, and reports that itself. */
async function findSeller({ db, log }: Services, fullCode: string): Promise<string | null> {
  const tenancyId = new RegExp(`^${uuidSource}(?=_)`).exec(fullCode)?.[0]
  if (!tenancyId) return null
  try {
    return (await findSellerName(db, tenancyId)) ?? null
  } catch (error) {
    log.warn('The seller of a purchase could not be found', { error })
    return null
  }
}
