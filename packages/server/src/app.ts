import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { createApi } from './api/app.ts'
import type { Services } from './http/context.ts'
import { createAccessLog } from './platform/observability/access-log.ts'
import { type PageOptions, servePages } from './site/site.ts'

/** Everything that is served on the one port: the API and the pages for people. */
export function createApp(services: Services, options: PageOptions = {}) {
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  if (options.telemetry) app.use(options.telemetry.observeRequests)
  if (services.config.accessLog) app.use(createAccessLog(services))
  servePages(app, services, options)
  app.route('/', createApi(services))
  return app
}
