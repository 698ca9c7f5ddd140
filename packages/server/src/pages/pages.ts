import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { DemoProject } from '../deployment/seed.ts'
import { findFile } from '../files/queries.ts'
import type { Services } from '../http/context.ts'
import { serveDocs } from './docs.ts'
import { homePage } from './home.ts'
import { pageHeaders } from './page-headers.ts'
import { serveFolder } from './static.ts'

export interface DemoOptions extends DemoProject {
  /** The built example app. */
  folder: URL
}

export type PageApp = Hono<{ Bindings: Partial<HttpBindings> }>

export interface PageOptions {
  demo?: DemoOptions
  isReady?: () => boolean
}

/** What people and machines see outside of the API. */
export function servePages(app: PageApp, services: Services, options: PageOptions): void {
  app.get('/health', (c) => answerHealth(services, c.req.query('db') !== undefined, options.isReady))
  app.options('/health', () => new Response(null, { headers: openHeaders }))
  app.get('/', (c) => c.html(homePage({ demo: options.demo !== undefined }), 200, pageHeaders()))
  app.get('/files/:project/:folder/:name', (c) => answerFile(services, c.req.param()))
  serveDocs(app)
  if (options.demo) serveDemo(app, options.demo)
}

const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
}

async function answerHealth(services: Services, asksDatabase: boolean, isReady = () => true): Promise<Response> {
  const headers = { ...openHeaders, 'cache-control': 'no-store' }
  if (!isReady()) return Response.json({ status: 'stopping' }, { status: 503, headers })
  try {
    if (asksDatabase) await sql`SELECT 1`.execute(services.db)
    return Response.json({ status: 'ok' }, { headers })
  } catch (error) {
    services.log.warn('The database does not answer the health check', { error })
    return Response.json({ status: 'error' }, { status: 500, headers })
  }
}

/** Files come from users: whatever they hold, a browser must show it as an image and run nothing. */
async function answerFile(
  services: Services,
  { project, folder, name }: { project: string; folder: string; name: string },
): Promise<Response> {
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+$/.exec(name)?.[1]
  const isStorable = !`${project}${folder}`.includes('\0')
  const file = id && isStorable ? await findFile(services.db, project, folder, id) : undefined
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

function serveDemo(app: PageApp, demo: DemoOptions): void {
  app.get('/demo/config.json', (c) =>
    c.json(
      {
        projectId: demo.projectId,
        publishableClientKey: demo.publishableClientKey,
        // The demo runs on the server it talks to, whatever address it was reached by.
        baseUrl: new URL(c.req.url).origin,
      },
      200,
      { 'cache-control': 'no-store' },
    ),
  )
  app.get('/demo', (c) => c.redirect('/demo/'))
  app.get('/demo/*', serveFolder(demo.folder, '/demo/', pageHeaders()))
}
