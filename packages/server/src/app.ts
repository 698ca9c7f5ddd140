import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { createApi } from './api/app.ts'
import { createAccessLog } from './platform/observability/access-log.ts'
import type { Platform } from './platform/platform.ts'
import { type PageOptions, servePages } from './site/site.ts'

/** Everything that is served on the one port: the API and the pages for people. */
export function createApp(platform: Platform, options: PageOptions = {}) {
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  if (options.telemetry) app.use(options.telemetry.observeRequests)
  if (platform.config.accessLog) app.use(createAccessLog(platform))
  servePages(app, platform, options)
  app.route('/', createApi(platform))
  return app
}
