import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context as HonoContext } from 'hono'
import { type ServedRoute, servedRoutes } from '../handlers.ts'
import { authenticate } from './authenticate.ts'
import { maxBodyBytes, readBody } from './body.ts'
import { findClientAddress, type ProxyTrust, trustProxies } from './client-address.ts'
import { type Caller, RequestContext, type Services } from './context.ts'
import { runRoute } from './handler.ts'
import { PlainError } from './plain-error.ts'
import { answer, answerError, answerPreflight } from './respond.ts'

type Env = { Bindings: Partial<HttpBindings> }

const apiPrefixes = ['/api/v1', '/api/latest']
const knownMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Every route of the contract under both prefixes, and nothing else. */
export function createApi(services: Services): Hono<Env> {
  const app = new Hono<Env>()
  const trust = trustProxies(services.config.trustedProxies)

  app.use('/api/*', async (c, next) => {
    if (c.req.method === 'OPTIONS') return answerPreflight()
    if (!knownMethods.has(c.req.method))
      return refuse(c, services, new PlainError(405, 'This method is not supported.'))
    await next()
  })
  // Names before placeholders, so that /users/me is not read as the user with the id "me".
  for (const route of [...servedRoutes].sort((a, b) => placeholders(a.id) - placeholders(b.id))) {
    const [method, path] = route.id.split(' ') as [string, string]
    const pattern = path === '/' ? '' : path.replaceAll(/\{(\w+)\}/g, ':$1')
    for (const prefix of apiPrefixes) {
      app.on(method, path === '/' ? [prefix, `${prefix}/`] : [`${prefix}${pattern}`], (c) =>
        serve(c, services, trust, route),
      )
    }
  }
  app.all('/api/*', (c) => refuse(c, services, new PlainError(404, `There is no route ${c.req.method} ${c.req.path}.`)))
  return app
}

function placeholders(id: string): number {
  return id.split('{').length
}

async function serve(
  c: HonoContext<Env>,
  services: Services,
  trust: ProxyTrust,
  route: ServedRoute,
): Promise<Response> {
  const requestId = randomUUID()
  const { headers } = c.req.raw
  try {
    const body = await readBody(c.req.raw, bodyLimits[route.id] ?? maxBodyBytes)
    const access = await authenticate(services, headers)
    const caller: Caller = {
      headers,
      address: findClientAddress(headers, c.env?.incoming?.socket.remoteAddress, trust),
    }
    const ctx = new RequestContext(services, requestId, caller, access)
    const result = await runRoute(route.definition, route.handler, ctx, {
      method: c.req.method,
      path: c.req.path,
      params: c.req.param(),
      query: readQuery(c.req.url),
      body,
    })
    return answer(result, route.definition, requestId, headers)
  } catch (error) {
    return answerError(error, { route: route.id, requestId, headers, services })
  }
}

/** A configuration may be large; nothing else is. */
const bodyLimits: Record<string, number> = { 'PATCH /internal/config/override': 12_000_000 }

function refuse(c: HonoContext<Env>, services: Services, error: PlainError): Response {
  return answerError(error, { route: c.req.path, requestId: randomUUID(), headers: c.req.raw.headers, services })
}

/** A parameter that is given twice becomes a list, which no route accepts, rather than one of the two. */
function readQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  const query: Record<string, string | string[]> = {}
  if (start === -1) return query
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const known = Object.hasOwn(query, name) ? query[name]! : undefined
    const both = known === undefined ? value : [known, value].flat()
    Object.defineProperty(query, name, { value: both, enumerable: true, configurable: true, writable: true })
  }
  return query
}
