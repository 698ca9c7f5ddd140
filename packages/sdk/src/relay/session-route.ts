import type { ClientApp } from '../app/client-app.ts'
import type { AppCore } from '../core/app-core.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { getBaseUrl } from '../environment/environment.ts'
import type { CookieAttributes, ServerCookies } from '../environment/framework.ts'
import { tokenOrNull } from '../session/access-token.ts'
import { accountsName, parseCookies, readTokens, writeTokens } from '../session/cookies.ts'
import { isHandle } from '../session/handles.ts'
import { findHandle, findKept, keptPrefix, writeKept } from '../session/kept-tokens.ts'
import { addTrust, trustedName, trustedSeconds } from '../session/trusted-cookie.ts'
import { relayedRoutes, relayMark, unreachable } from './protocol.ts'

/**
 * How the route of sessions finds out who asks.
 * @example
 * const options: SessionRouteOptions = { findAddress: (request) => request.headers.get('cf-connecting-ip') }
 */
export interface SessionRouteOptions {
  /**
   * The IP address of the visitor, by which Latchkey limits sign-ins. By default, what the proxy in front of the app has
   * added to `X-Forwarded-For` last. Set it if there are several proxies, or if visitors reach the app without any.
   * Without an address, all visitors share the limits of one.
   */
  findAddress?: ((request: Request) => string | null | undefined) | undefined
}

const maxBodyBytes = 100_000
/** Latchkey gives up earlier. */
const maxWaitMillis = 60_000
/** As many as there can be accounts, and some whose sign-in is not complete. */
const maxKept = 8

/** What a visitor's request may say of them. */
const passedHeaders = ['accept-language', 'user-agent', 'x-stack-access-token']
const returnedHeaders = [
  'content-type',
  'retry-after',
  'x-stack-actual-status',
  'x-stack-known-error',
  'x-stack-request-id',
]

/**
 * The route of a `ServerApp` with `httpOnlySessions`, through which browsers sign in and get access tokens. The refresh
 * tokens stay in cookies that scripts cannot read. In Next.js, the file `app/handler/session/route.ts`.
 * @example const POST = createSessionRoute(latchkey)
 */
export function createSessionRoute(
  app: Pick<ClientApp, typeof appInternalsSymbol>,
  { findAddress = findLastProxied }: SessionRouteOptions = {},
): (request: Request) => Promise<Response> {
  const { core } = app[appInternalsSymbol]
  return async (request) => {
    if (core.access !== 'server') return refuse(501, 'This route needs a ServerApp, which has the secret server key.')
    if (request.method !== 'POST') return refuse(405, 'This route answers POST only.')
    if (!isOfOwnPage(request, core.projectId)) return refuse(403, 'This route answers the pages of its own app only.')
    const asked = await readAsked(request)
    if (!asked) return refuse(400, 'The request is malformed.')
    return relay(core, request, asked, findAddress(request) ?? 'unknown')
  }
}

interface Asked {
  route: string
  body: Record<string, unknown> | undefined
}

type Answer = Record<string, unknown>

async function relay(core: AppCore, request: Request, { route, body }: Asked, address: string): Promise<Response> {
  const { projectId } = core
  const jar = new Jar(request)
  const isRefresh = route === 'POST /auth/oauth/token' && body?.grant_type === 'refresh_token'
  const asked = tokenOrNull(body?.refresh_token ?? request.headers.get('x-stack-refresh-token'))
  const token = isHandle(asked) ? findKept(jar, projectId, asked) : asked
  if (isRefresh && isHandle(asked) && !token) return endedSession(jar)
  // Sent by the browser if it is of a page from before this cookie could not be read.
  const trust = readTrust(jar, projectId) ?? request.headers.get(trustHeader)
  const sent = await send(core, request, { route, body, token, address, trust })
  if (!sent) return refuse(502, 'There is no connection to Latchkey.', { [relayMark]: unreachable })
  const { response, text } = sent
  const code = response.headers.get('x-stack-known-error')
  const isOk = response.ok && !code && (Number(response.headers.get('x-stack-actual-status')) || 200) < 300
  const answer = isOk ? readAnswer(text) : undefined

  if (answer && textOf(answer.refresh_token)) return start(core, jar, response, answer)
  if (isRefresh && answer && token) return renew(core, jar, response, { answer, asked, token })
  const isOver =
    (isRefresh && /^REFRESH_TOKEN_/.test(code ?? '')) || (isOk && route === 'DELETE /auth/sessions/current')
  if (isOver && isHandle(asked)) writeKept(jar, projectId, asked, null)
  return reply(jar, response, text)
}

/** Keeps the refresh token of a new session. */
function start({ projectId }: AppCore, jar: Jar, response: Response, answer: Answer): Response {
  const { refresh_token, trusted_device, ...rest } = answer
  const handle = findHandle(textOf(answer.access_token))
  if (!handle) return refuse(502, 'The response of Latchkey is incomplete.')
  writeKept(jar, projectId, handle, refresh_token as string)
  forgetOldest(jar, projectId, handle)
  if (typeof trusted_device === 'string') writeTrust(jar, projectId, trusted_device)
  return reply(jar, response, JSON.stringify({ ...rest, refresh_token: handle }))
}

const trustHeader = 'x-stack-trusted-device'

const readTrust = (jar: Jar, projectId: string) => jar.getAll(trustedName(projectId, jar.isSecure))[0] ?? null

/** Replaces the cookie that scripts wrote, whose name they cannot use then. */
function writeTrust(jar: Jar, projectId: string, token: string): void {
  const value = addTrust(token, readTrust(jar, projectId))
  const attributes = { secure: jar.isSecure, httpOnly: true }
  jar.set(trustedName(projectId, jar.isSecure), value, trustedSeconds, attributes)
}

/** Passes a new access token on, and hides the refresh token of a session from before. */
function renew(
  core: AppCore,
  jar: Jar,
  response: Response,
  { answer, asked, token }: { answer: Answer; asked: string | null; token: string },
): Response {
  const { projectId } = core
  const accessToken = textOf(answer.access_token)
  const handle = findHandle(accessToken)
  if (!handle) return refuse(502, 'The response of Latchkey is incomplete.')
  // Another host cannot lend a browser its session under the name of another one.
  if (isHandle(asked) && asked !== handle) return endedSession(jar)
  const isReadable = !isHandle(asked) && readTokens(jar, projectId).refreshToken === asked
  if (isHandle(asked) || (isReadable && core.options.httpOnlySessions)) writeKept(jar, projectId, handle, token)
  if (isReadable && core.options.httpOnlySessions) {
    writeTokens(jar, projectId, { accessToken, refreshToken: handle })
    renameAccount(jar, projectId, token, handle)
  }
  return reply(jar, response, JSON.stringify(answer))
}

/** The list of the accounts between which people switch. */
function renameAccount(jar: Jar, projectId: string, from: string, to: string): void {
  const name = accountsName(projectId, jar.isSecure)
  const [list = ''] = jar.getAll(name)
  const tokens = list.split(' ')
  if (!tokens.includes(from)) return
  jar.set(name, tokens.map((each) => (each === from ? to : each)).join(' '), yearSeconds, { secure: jar.isSecure })
}

const yearSeconds = 31_536_000

/** Sessions that nothing names anymore, such as that of a user who has signed in again. Browsers send the oldest first. */
function forgetOldest(jar: Jar, projectId: string, added: string): void {
  const prefix = keptPrefix(projectId, jar.isSecure)
  const [list = ''] = jar.getAll(accountsName(projectId, jar.isSecure))
  const named = new Set([added, readTokens(jar, projectId).refreshToken, ...list.split(' ')])
  const kept = jar.names.filter((name) => name.startsWith(prefix)).map((name) => `kept-${name.slice(prefix.length)}`)
  const unnamed = kept.filter((handle) => !named.has(handle))
  const excess = Math.max(0, kept.length + 1 - maxKept)
  for (const handle of unnamed.slice(0, excess)) writeKept(jar, projectId, handle, null)
}

interface Sent {
  route: string
  body: Record<string, unknown> | undefined
  token: string | null
  address: string
  /** The devices that may be trusted. */
  trust: string | null
}

/** Sends the request once; the browser tries again if there was no connection. */
async function send(
  { projectId, transport, options }: AppCore,
  request: Request,
  { route, body, token, address, trust }: Sent,
): Promise<{ response: Response; text: string } | undefined> {
  const [method, path] = route.split(' ') as [string, string]
  const isTokenRoute = path === '/auth/oauth/token'
  const given = Object.fromEntries(passedHeaders.map((name) => [name, request.headers.get(name)]))
  const headers = transport.headersFor('server', {
    ...given,
    [trustHeader]: trust,
    'x-stack-access-type': 'client',
    'x-stack-relayed-for': address,
    'x-stack-refresh-token': isTokenRoute || isHandle(token) ? null : token,
    'content-type': body && 'application/json',
  })
  const client = { client_id: projectId, client_secret: transport.publishableClientKey }
  const sent = body && {
    ...body,
    ...('refresh_token' in body && { refresh_token: token ?? '' }),
    // A session is either bound to a key or kept here.
    ...(isTokenRoute && { ...client, session_key: undefined, session_proof: undefined }),
  }
  const init: RequestInit = {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(maxWaitMillis)]),
    ...(sent && { body: JSON.stringify(sent) }),
    ...('WebSocketPair' in globalThis ? {} : { cache: 'no-store' }),
  }
  try {
    const response = await fetch(`${getBaseUrl(options.baseUrl, false)}/api/v1${path}`, init)
    return { response, text: await response.text() }
  } catch {
    return undefined
  }
}

/**
 * Other sites can make a browser send requests with its cookies, and so can other hosts of the domain. Every browser says
 * in a header that scripts cannot set where a request comes from; the header with the project is one that other sites
 * can only send if they are allowed to.
 */
function isOfOwnPage({ headers }: Request, projectId: string): boolean {
  if (headers.get('x-stack-project-id') !== projectId) return false
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return false
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  try {
    return new URL(headers.get('origin') ?? '').host === host
  } catch {
    return false
  }
}

async function readAsked(request: Request): Promise<Asked | undefined> {
  try {
    const { route, body } = JSON.parse(await readText(request))
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return relayedRoutes.has(route) && (isObject || body === undefined) ? { route, body } : undefined
  } catch {
    return undefined
  }
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder()
  const reader = request.body?.getReader()
  let text = ''
  let bytes = 0
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.byteLength
    if (bytes > maxBodyBytes) {
      await reader.cancel()
      throw new Error('The request is too large.')
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

/** A proxy adds the address of whoever it talks to at the end. What comes before may be invented. */
function findLastProxied({ headers }: Request): string | undefined {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || undefined
}

/** The cookies of a request, and those that its response sets. */
class Jar implements ServerCookies {
  readonly isSecure: boolean
  readonly changes: string[] = []
  readonly #header: string

  constructor({ headers, url }: Request) {
    this.#header = headers.get('cookie') ?? ''
    // The origin of the page, which decides what its scripts call secure.
    const origin = headers.get('origin') ?? ''
    const forwarded = headers.get('x-forwarded-proto') ?? url
    this.isSecure = /^https\b/.test(/^https?:/.test(origin) ? origin : forwarded)
  }

  get names(): string[] {
    return this.#header.split(/; */).map((part) => part.split('=', 1)[0]!)
  }

  getAll = (name: string) => parseCookies(this.#header, name)

  set(name: string, value: string | null, maxAgeSeconds: number, attributes: CookieAttributes): void {
    const { secure, httpOnly } = attributes
    const parts = [`${name}=${encodeURIComponent(value ?? '')}`, 'Path=/', 'SameSite=Lax']
    parts.push(`Max-Age=${value === null ? 0 : maxAgeSeconds}`)
    if (secure) parts.push('Secure')
    if (httpOnly) parts.push('HttpOnly')
    this.changes.push(parts.join('; '))
  }
}

function endedSession(jar: Jar): Response {
  const code = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'
  const headers = { 'content-type': 'application/json', 'x-stack-actual-status': '401', 'x-stack-known-error': code }
  return reply(
    jar,
    { status: 200, headers: new Headers(headers) },
    JSON.stringify({ code, error: 'The session has ended.' }),
  )
}

function reply(jar: Jar, { status, headers }: Pick<Response, 'status' | 'headers'>, text: string): Response {
  const returned = new Headers({ ...fixedHeaders, [relayMark]: 'answered' })
  for (const name of returnedHeaders) {
    const value = headers.get(name)
    if (value !== null) returned.set(name, value)
  }
  for (const change of jar.changes) returned.append('set-cookie', change)
  return new Response(text, { status, headers: returned })
}

function refuse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { ...fixedHeaders, [relayMark]: 'refused', ...headers } })
}

const fixedHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)

function readAnswer(text: string): Answer | undefined {
  try {
    const answer = JSON.parse(text)
    return typeof answer === 'object' && answer ? answer : undefined
  } catch {
    return undefined
  }
}
