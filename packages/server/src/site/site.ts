import type { HttpBindings } from '@hono/node-server'
import { uuidSource } from '@latchkey/contract'
import type { Context, Hono } from 'hono'
import type { DemoProject } from '../administration/deployment/seed.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { serveAssets } from '../http/pages/assets.ts'
import type { Html } from '../http/pages/layout.ts'
import { developmentIdentityProvider } from '../identity/development-identity-provider/development-identity-provider.ts'
import { serveDevelopmentIdentityProvider } from '../identity/development-identity-provider/pages.ts'
import { isDatabaseAway } from '../platform/db/outages.ts'
import { findFile } from '../platform/files/queries.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import { serveMetrics } from '../platform/observability/metrics-page.ts'
import type { ActiveTelemetry } from '../platform/observability/telemetry.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { outageWarning } from '../platform/repeated-warning.ts'
import { serveBrandStyles } from './brand-styles.ts'
import { type DashboardOptions, serveDashboard } from './dashboard.ts'
import { guides } from './docs/guides.ts'
import { serveDocs } from './docs.ts'
import { renderHome } from './home.ts'
import type { Inbox } from './inbox/inbox.ts'
import { serveInbox } from './inbox/pages.ts'
import { renderNotFound } from './not-found.ts'
import { servePackages } from './packages/packages.ts'
import { askDatabase, hasCreatedProject } from './queries.ts'
import { serveFolder } from './static.ts'

interface DemoOptions extends DemoProject {
  /** The built example app. */
  folder: URL
}

export type PageApp = Hono<{ Bindings: Partial<HttpBindings> }>

export interface PageOptions {
  dashboard?: DashboardOptions
  demo?: DemoOptions
  inbox?: Inbox
  /** The packages for apps, as the build has packed them. */
  packages?: URL
  telemetry?: ActiveTelemetry
  /** Aborted when the server begins to stop. */
  stopping?: AbortSignal
}

/** Everything that is served outside of the API. */
export function servePages(app: PageApp, platform: Platform, options: PageOptions): void {
  app.get('/health', (c) => respondHealth(platform, c.req.query('db') !== undefined, options.stopping))
  app.get('/ready', () => respondReadiness(platform, options.stopping))
  const { metricsToken } = platform.config
  const renderMetrics = options.telemetry?.renderMetrics
  if (metricsToken && renderMetrics) serveMetrics(app, renderMetrics, metricsToken)
  app.options('/health', () => new Response(null, { headers: openHeaders }))
  app.get('/', async (c) => c.html(await respondHome(platform, options), 200, pageHeaders(platform.config)))
  app.get('/files/:project/:folder/:name', (c) => respondFile(platform, c.req.param()))
  serveAssets(app)
  serveBrandStyles(app, platform)
  serveDocs(app, platform)
  if (options.dashboard) serveDashboard(app, options.dashboard, platform, options.demo?.projectId ?? null)
  if (options.demo) serveDemo(app, options.demo, platform.config)
  if (options.packages) servePackages(app, options.packages, platform.config)
  if (options.inbox) serveInbox(app, options.inbox, platform.config, options.stopping)
  const provider = developmentIdentityProvider(platform)
  if (provider) serveDevelopmentIdentityProvider(app, provider, platform.config)
  app.notFound((c) => respondNotFound(c, platform))
  app.onError((error, c) => respondFailure(error, c, platform))
}

async function respondHome(platform: Platform, options: PageOptions): Promise<Html> {
  const { url, isProduction } = platform.config
  const links = listPages(options)
  if (!options.dashboard) return renderHome({ url, isProduction, links })
  const name = (await isFirstProjectMissing(platform)) ? 'Create your first project' : 'Open the dashboard'
  return renderHome({ url, isProduction, links, action: { href: '/dashboard', name } })
}

/** The page is also shown when the database is unavailable. */
async function isFirstProjectMissing(platform: Platform): Promise<boolean> {
  try {
    return !(await hasCreatedProject(platform.db))
  } catch (error) {
    outageWarning(platform)({ path: '/', reason: (error as Error).message })
    return false
  }
}

function listPages({ demo, inbox }: PageOptions) {
  return [
    ...(demo ? [{ href: '/demo', name: 'Demo', text: 'Sign up and look around' }] : []),
    ...(inbox ? [{ href: '/inbox', name: 'Inbox', text: 'Emails sent during development' }] : []),
    ...guides
      .slice(0, 1)
      .map(({ path }) => ({ href: path, name: 'Guide', text: 'From an empty app to a signed-in user' })),
    { href: '/docs', name: 'API', text: 'Every route, with examples' },
  ]
}

/** Browsers get an HTML page, other clients plain text. */
function respondNotFound(c: Context, { config }: Platform): Response | Promise<Response> {
  if (c.req.header('accept')?.includes('text/html')) return c.html(renderNotFound(c.req.path), 404, pageHeaders(config))
  return c.text('Not found.', 404, { 'x-content-type-options': 'nosniff' })
}

/** The API handles its own errors; this is for pages and files. */
function respondFailure(error: Error, c: Context, platform: Platform): Response {
  if (error instanceof PlainError) return new Response(error.message, { status: error.status, headers: error.headers })
  const isAway = isDatabaseAway(error)
  if (isAway) outageWarning(platform)({ path: c.req.path, reason: error.message })
  else platform.log.error('A page request failed', { path: c.req.path, error })
  if (isAway) return c.text('Not available right now. Please try again in a moment.', 503, { 'retry-after': '2' })
  return c.text('Something went wrong on our side.', 500)
}

const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
}

async function respondHealth(platform: Platform, asksDatabase: boolean, stopping?: AbortSignal): Promise<Response> {
  const headers = { ...openHeaders, 'cache-control': 'no-store' }
  if (stopping?.aborted) return Response.json({ status: 'stopping' }, { status: 503, headers })
  const reason = asksDatabase ? await findDatabaseProblem(platform) : undefined
  if (!reason) return Response.json({ status: 'ok' }, { headers })
  outageWarning(platform)({ path: '/health?db', reason })
  return Response.json({ status: 'error', reason }, { status: 500, headers })
}

/** Also asks on a connection of the requests. */
async function findDatabaseProblem({ db, notifications }: Platform): Promise<string | undefined> {
  try {
    await askDatabase(db)
  } catch {
    return 'database away'
  }
  return notifications.findObstacle()
}

/** Whether the node is ready for requests. */
async function respondReadiness(platform: Platform, stopping?: AbortSignal): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  const problem = stopping?.aborted ? { status: 'stopping' } : await findUnreadiness(platform)
  return Response.json(problem ?? { status: 'ready' }, { status: problem ? 503 : 200, headers })
}

/** Uses what is known for a moment at least, so that frequent checks are cheap. */
async function findUnreadiness({
  notifications,
  findKeyMisfit,
}: Platform): Promise<{ status: string; reason?: string } | undefined> {
  const status = await notifications.findObstacle()
  if (status) return { status }
  const reason = findKeyMisfit()
  return reason ? { status: 'keys do not fit', reason } : undefined
}

/** Files come from users: a browser must show them as images and never execute them. */
async function respondFile(
  platform: Platform,
  { project, folder, name }: { project: string; folder: string; name: string },
): Promise<Response> {
  const id = new RegExp(`^(${uuidSource})\\.[a-z]+$`).exec(name)?.[1]
  const isStorable = !`${project}${folder}`.includes('\0')
  const file = id && isStorable ? await findFile(platform.db, project, folder, id) : undefined
  if (!file) return new Response('There is no such file.', { status: 404, headers: { 'content-type': 'text/plain' } })
  return new Response(new Uint8Array(file.content), {
    headers: {
      'content-type': file.content_type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

function serveDemo(app: PageApp, demo: DemoOptions, config: Settings): void {
  app.get('/demo/config.json', (c) =>
    c.json(
      {
        projectId: demo.projectId,
        publishableClientKey: demo.publishableClientKey,
        // The demo uses the server it is served by, whatever host name it was opened with.
        baseUrl: new URL(c.req.url).origin,
      },
      200,
      { 'cache-control': 'no-store' },
    ),
  )
  app.get('/demo', (c) => c.redirect('/demo/'))
  app.get('/demo/*', serveFolder(demo.folder, '/demo/', pageHeaders(config)))
}
