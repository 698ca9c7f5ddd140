import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { projectIdPattern } from '@latchkey/contract'
import type { Hono, Context as HonoContext } from 'hono'
import { readText } from '../http/body.ts'
import { type Context, RequestContext } from '../http/context.ts'
import { formPageHeaders } from '../http/page-headers.ts'
import { answerRegistration, isRegistrationPath } from '../identity/oauth-clients/registration-endpoint.ts'
import { issuerOf, providerPath } from '../identity/oauth-provider/issuer.ts'
import { devicePage, isDevicePage, isPostedLink, toLink } from '../identity/oauth-provider/redirects.ts'
import { requestLimit } from '../identity/oauth-provider/request-limit.ts'
import type { ProviderSettings } from '../identity/oauth-provider/scopes.ts'
import { trustProxies } from '../platform/http/client-address.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import type { Platform } from '../platform/platform.ts'
import { projectCache } from '../projects/cache.ts'
import { type Env, HttpCaller } from './request.ts'
import { answerError, answerRedirect, commonHeaders } from './respond.ts'

/** Longer links do not fit into the headers of a request. */
const maxFormBytes = 8_000
const discovery = ['openid-configuration', 'oauth-authorization-server']

/**
 * The endpoints of projects as OAuth providers. Like those of SCIM, they are not in the contract, because standards decide
 * on them. Clients look for the description of an issuer with a path in three places.
 */
export function serveOAuthProvider(app: Hono<Env>, platform: Platform): void {
  const trust = trustProxies(platform.config.trustedProxies)
  const serve = async (c: HonoContext<Env>, findPath: (url: string, mountPath: string) => string) => {
    const requestId = randomUUID()
    const caller = new HttpCaller(c, trust)
    try {
      const projectId = c.req.param('project_id') ?? ''
      const path = findPath(c.env.incoming?.url ?? '', providerPath(projectId))
      const ctx = await identify(platform, { projectId, path, requestId, caller })
      const settings = ctx.project.config.oauthProvider!
      if (isRegistrationPath(path)) {
        const answer = await answerRegistration(ctx, issuerOf(platform.config, projectId), c.req.raw, path)
        return withCommonHeaders(answer, requestId, platform)
      }
      const elsewhere = await findElsewhere(c, ctx, { path, settings })
      if (elsewhere) return answerRedirect({ status: 303, location: elsewhere }, requestId, platform.config)
      const connection = c.env as HttpBindings
      for (const [name, value] of Object.entries(headersOf(requestId, platform))) {
        connection.outgoing.setHeader(name, value)
      }
      const { answerByProvider } = await import('../identity/oauth-provider/answer.ts')
      await answerByProvider(ctx, connection, { path, mountPath: providerPath(projectId), settings })
      return sentAlready(connection.outgoing.statusCode, requestId)
    } catch (error) {
      return answerError(error, { route: 'OAuth provider', requestId, headers: caller.headers, platform })
    }
  }
  app.all('/oauth/:project_id/*', (c) => serve(c, pathBelow))
  for (const name of discovery) {
    app.all(`/.well-known/${name}/oauth/:project_id`, (c) => serve(c, () => `/.well-known/${name}`))
  }
}

/** The ID must be written as it is, and not encoded. */
function pathBelow(url: string, mountPath: string): string {
  const begin = url.indexOf(`${mountPath}/`)
  if (begin === -1) throw new PlainError(404, 'There is no OAuth provider at this address.')
  return url.slice(begin + mountPath.length)
}

async function findElsewhere(
  c: HonoContext<Env>,
  ctx: Context,
  { path, settings }: { path: string; settings: ProviderSettings },
): Promise<string | undefined> {
  if (isDevicePage(path)) return devicePage(ctx, settings, path)
  if (!isPostedLink(c.req.method, path)) return undefined
  return toLink(ctx, path, await readText(c.req.raw, ctx.caller.headers, maxFormBytes))
}

function withCommonHeaders(answer: Response, requestId: string, platform: Platform): Response {
  for (const [name, value] of Object.entries(headersOf(requestId, platform))) {
    if (!answer.headers.has(name)) answer.headers.set(name, value)
  }
  return answer
}

/** For the access log. A clone, because of responses that it has made itself the server does not look at this header. */
function sentAlready(status: number, requestId: string): Response {
  const headers = { 'x-hono-already-sent': 'true', 'x-stack-request-id': requestId }
  return new Response(null, { status, headers }).clone()
}

async function identify(
  platform: Platform,
  { projectId, path, requestId, caller }: { projectId: string; path: string; requestId: string; caller: HttpCaller },
): Promise<Context> {
  const project = projectIdPattern.test(projectId) ? await projectCache(platform).find(projectId) : undefined
  if (!project || !isDescription(path)) await platform.limiter.consume(requestLimit(project?.id, caller))
  if (!project?.config.oauthProvider?.isEnabled) {
    throw new PlainError(404, 'There is no OAuth provider at this address. Owners switch it on in the dashboard.')
  }
  await platform.quotas.countRequest(project.id)
  const access = { project, access: 'client' as const, token: null, owner: null, keySetId: null }
  return new RequestContext(platform, requestId, caller, access) as Context
}

/** What every client and resource reads before it does anything. It is the same for all, and may be cached. */
const isDescription = (path: string) =>
  /^\/(?:jwks|\.well-known\/(?:openid-configuration|oauth-authorization-server))(?:\?|$)/.test(path)

/** Answers may be forms that lead to apps. */
function headersOf(requestId: string, { config }: Platform): Record<string, string> {
  const common = Object.entries(commonHeaders(requestId, '', config))
  const { 'content-security-policy': policy = '', 'referrer-policy': referrer = '' } = formPageHeaders(config)
  // The library says itself which origins may read an answer, and of what type it is.
  const kept = common.filter(([name]) => !name.startsWith('access-control-') && name !== 'content-type')
  return { ...Object.fromEntries(kept), 'content-security-policy': policy, 'referrer-policy': referrer }
}
