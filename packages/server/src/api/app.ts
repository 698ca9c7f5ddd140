import { randomUUID } from 'node:crypto'
import type { RouteDefinition } from '@latchkey/contract'
import { Hono, type Context as HonoContext } from 'hono'
import { renderProblemPage } from '../emails/languages/problem-page.ts'
import { maxBodyBytes, readBody, readText } from '../http/body.ts'
import { type Caller, RequestContext } from '../http/context.ts'
import { relayedCaller } from '../http/relayed-caller.ts'
import { createProxyWarning } from '../http/untrusted-proxy.ts'
import { type ProxyTrust, trustProxies } from '../platform/http/client-address.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { authenticate } from './authenticate.ts'
import { prepareRoute } from './handler.ts'
import { type ServedRoute, servedRoutes } from './handlers.ts'
import { leaveTrace } from './leave-trace.ts'
import { serveOAuthProvider } from './oauth-provider.ts'
import { type Env, HttpCaller, readQuery } from './request.ts'
import { answer, answerError, answerPreflight, answerRedirect, isPage, withCookies, withPage } from './respond.ts'
import { serveScim } from './scim.ts'

const apiPrefixes = ['/api/v1', '/api/latest']
/** Like the existing API, reports an empty store name as an unknown store rather than an unknown route. */
const mayBeEmpty = new Set(['store'])
const knownMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** All routes of the contract under both prefixes, a redirect, and the endpoints of SCIM and of OAuth providers. */
export function createApi(platform: Platform): Hono<Env> {
  const app = new Hono<Env>()
  const trust = trustProxies(platform.config.trustedProxies)
  const warnOfProxy = createProxyWarning(platform.log, trust)

  // Names before placeholders, so that /users/me does not match /users/{user_id}.
  for (const route of [...servedRoutes].sort((a, b) => placeholders(a.id) - placeholders(b.id))) {
    const [method, path] = route.id.split(' ') as [string, string]
    const pattern = path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => `:${name}${mayBeEmpty.has(name) ? '{[^/]*}' : ''}`,
    )
    const serve = createRouteServer(platform, { trust, warnOfProxy }, route)
    for (const prefix of apiPrefixes) {
      app.on(method, path === '/' ? [prefix, `${prefix}/`] : [`${prefix}${pattern}`], serve)
    }
  }
  for (const prefix of apiPrefixes) redirectAnonymousIssuer(app, prefix, platform.config)
  for (const prefix of apiPrefixes) serveScim(app, prefix, platform, trust)
  serveOAuthProvider(app, platform)
  app.options('/api/*', () => answerPreflight(randomUUID(), platform.config))
  app.all('/api/*', (c) => {
    const refusal = knownMethods.has(c.req.method)
      ? new PlainError(404, `There is no route ${c.req.method} ${c.req.path}.`)
      : new PlainError(405, 'This method is not supported.')
    const requestId = randomUUID()
    return answerError(refusal, { route: c.req.path, requestId, headers: c.req.raw.headers, platform })
  })
  return app
}

/** Tokens of anonymous users have a different issuer, whose keys are found here. */
function redirectAnonymousIssuer(app: Hono<Env>, prefix: string, config: Settings): void {
  app.on('GET', `${prefix}/projects-anonymous-users/:project_id/.well-known/jwks.json`, (c) => {
    const keys = `${prefix}/projects/${encodeURIComponent(c.req.param('project_id'))}/.well-known/jwks.json`
    return answerRedirect({ status: 307, location: `${keys}?include_anonymous=true` }, randomUUID(), config)
  })
}

function placeholders(id: string): number {
  return id.split('{').length
}

function createRouteServer(
  platform: Platform,
  { trust, warnOfProxy }: { trust: ProxyTrust; warnOfProxy: ReturnType<typeof createProxyWarning> },
  { id, definition, handler }: ServedRoute,
) {
  const run = prepareRoute(definition, handler)
  const largeBody = largeBodies[id]

  return async (c: HonoContext<Env>): Promise<Response> => {
    const requestId = randomUUID()
    const sender = new HttpCaller(c, trust)
    let caller: Caller = sender
    const { headers } = sender
    warnOfProxy(headers, sender.peer)
    let ctx: RequestContext | undefined
    try {
      // Node would handle HEAD like GET, but the contract has no HEAD.
      if (c.req.method === 'HEAD') throw new PlainError(405, 'This method is not supported.')
      const maxBytes = largeBody && (await hasAccess(platform, caller, definition)) ? largeBody : maxBodyBytes
      const body = await (definition.rawBody ? readText : readBody)(c.req.raw, headers, maxBytes)
      const access = await authenticate(platform, caller, definition)
      if (access) await platform.quotas.countRequest(access.project.id)
      if (access?.isRelayed) caller = relayedCaller(sender)
      ctx = new RequestContext(platform, requestId, caller, access)
      const { method, path } = c.req
      const result = await run(ctx, { method, path, params: c.req.param(), query: readQuery(c.req.url), body })
      if (ctx.trace.failure) leaveTrace(platform, { id, definition, requestId, caller, ctx, error: ctx.trace.failure })
      return withCookies(answer(result, definition, requestId, headers, platform.config), ctx.cookies)
    } catch (error) {
      leaveTrace(platform, { id, definition, requestId, caller, ctx, error })
      const isTraced = definition.trace !== undefined
      const refusal = answerError(error, { route: id, requestId, headers, platform, isTraced })
      if (definition.response === 'html' && isPage(headers)) {
        return withPage(refusal, await renderProblemPage({ caller, error }), platform.config)
      }
      return withCookies(refusal, ctx?.cookies)
    }
  }
}

async function hasAccess(platform: Platform, caller: Caller, route: RouteDefinition): Promise<boolean> {
  const given = await authenticate(platform, caller, route).catch(() => null)
  return given !== null && route.access !== 'open' && route.access.includes(given.access)
}

/** Parsing these delays other requests, so strangers cannot send them. */
const largeBodies: Record<string, number> = {
  'PATCH /internal/config/override': 6_000_000,
  'POST /data-vault/stores/{store}/set': 6_000_000,
}
