import type { HttpBindings } from '@hono/node-server'
import { projectIdPattern } from '@latchkey/contract'
import type { MiddlewareHandler } from 'hono'
import { findClientAddress, trustProxies } from '../http/client-address.ts'
import type { Platform } from '../platform.ts'
import { findRouteTemplate } from './route-template.ts'

/** One line per request. The route rather than the path, and no query, because both may contain codes and tokens. */
export function createAccessLog({ config, log }: Platform): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  const trust = trustProxies(config.trustedProxies)
  return async (c, next) => {
    const began = performance.now()
    await next()
    const projectId = c.req.header('x-stack-project-id')
    log.info('Request', {
      method: c.req.method,
      route: findRouteTemplate(c) ?? null,
      status: c.res.status,
      durationMillis: Math.round(performance.now() - began),
      requestId: c.res.headers.get('x-stack-request-id') ?? undefined,
      projectId: projectId !== undefined && projectIdPattern.test(projectId) ? projectId : undefined,
      address: findClientAddress(c.req.raw.headers, c.env?.incoming?.socket.remoteAddress, trust),
    })
  }
}
