import { KnownError, type Redirect, type RouteDefinition } from '@latchkey/contract'
import type { RequestHeaders } from '../http/context.ts'
import { pageHeaders, transportSecurity } from '../http/page-headers.ts'
import { breaksForeignKey } from '../platform/db/database.ts'
import { isDatabaseAway } from '../platform/db/outages.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { outageWarning } from '../platform/repeated-warning.ts'
import { referenceOf } from '../records/traces/reference.ts'

const exposedHeaders = 'content-type, x-stack-actual-status, x-stack-known-error, x-stack-request-id'
const noStore = 'no-store, max-age=0'
const json = 'application/json; charset=utf-8'
const text = 'text/plain; charset=utf-8'
const html = 'text/html; charset=utf-8'
const events = 'text/event-stream; charset=utf-8'

const allowedRequestHeaders = [
  'content-type',
  'authorization',
  'x-stack-project-id',
  'x-stack-branch-id',
  'x-stack-access-type',
  'x-stack-publishable-client-key',
  'x-stack-secret-server-key',
  'x-stack-super-secret-admin-key',
  'x-stack-admin-access-token',
  'x-stack-access-token',
  'x-stack-refresh-token',
  'x-stack-session-key',
  'x-stack-session-proof',
  'x-stack-trusted-device',
  'x-stack-allow-anonymous-user',
  'x-stack-require-live-session',
  'x-stack-override-error-status',
  'x-stack-client-version',
  'x-stack-random-nonce',
  'x-stack-workflow-token',
  'x-stack-development-override-key',
  'x-stack-disable-artificial-development-delay',
  'x-stack-revision',
  'x-stack-resolved-revision',
  'x-stack-keep-theirs',
  'baggage',
  'sentry-trace',
  'x-vercel-protection-bypass',
  'ngrok-skip-browser-warning',
].join(', ')

/** Any origin is allowed, which is safe because cookies are not used for authentication. */
export function answerPreflight(requestId: string, config: Settings): Response {
  const { 'content-type': _, ...headers } = commonHeaders(requestId, text, config)
  return new Response(null, {
    status: 200,
    headers: {
      ...headers,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': allowedRequestHeaders,
      'access-control-max-age': '86400',
    },
  })
}

export function answer(
  result: unknown,
  route: RouteDefinition,
  requestId: string,
  requestHeaders: RequestHeaders,
  config: Settings,
): Response {
  if (route.response === 'redirect') return answerRedirect(result as Redirect, requestId, config)
  if (route.response === 'html') {
    return new Response(result as string, {
      headers: { ...commonHeaders(requestId, html, config), ...pageHeaders(config), 'cache-control': noStore },
    })
  }
  if (route.response === 'events') {
    // Proxies such as nginx would collect the events before passing them on.
    const headers = { ...commonHeaders(requestId, events, config), 'x-accel-buffering': 'no' }
    return new Response(result as ReadableStream, { headers })
  }
  const isText = route.response === 'text'
  const body = isText ? (result as string) : toJson(result, requestHeaders)
  const headers = { ...commonHeaders(requestId, isText ? text : json, config), ...route.responseHeaders }
  return withStatus(route.statusOf?.(result) ?? route.status ?? 200, body, headers, requestHeaders)
}

/** Browsers do not show the body; the existing API sends an empty object at the end of a sign-in. */
export function answerRedirect({ status, location }: Redirect, requestId: string, config: Settings): Response {
  const [body, type] = status === 303 ? ['{}', json] : [null, text]
  // URLs may contain codes, which must not be sent as a referrer.
  const headers = { ...commonHeaders(requestId, type, config), location, 'referrer-policy': 'no-referrer' }
  return new Response(body, { status, headers })
}

export function withCookies(response: Response, cookies: readonly string[] = []): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

interface FailedRequest {
  route: string
  requestId: string
  headers: RequestHeaders
  platform: Platform
  /** Whether owners find it by its reference. */
  isTraced?: boolean
}

/** Known errors as documented, plain errors as text, anything else as a 500 that is logged. */
export function answerError(error: unknown, request: FailedRequest): Response {
  const { requestId, platform } = request
  if (KnownError.is(error)) {
    const headers = { ...commonHeaders(requestId, json, platform.config), 'x-stack-known-error': error.code }
    return withStatus(error.status, toJson(error.toWire(), request.headers), headers, request.headers)
  }
  const plain = error instanceof PlainError ? error : explainFailure(error, request)
  const headers = { ...commonHeaders(requestId, text, platform.config), ...plain.headers }
  const reference = request.isTraced && isPage(request.headers) ? `\n\nReference: ${referenceOf(requestId)}` : ''
  return withStatus(plain.status, plain.message + reference, headers, request.headers)
}

/** The same answer as a page for people. */
export function withPage({ status, headers }: Response, page: string, config: Settings): Response {
  const all = { ...Object.fromEntries(headers), ...pageHeaders(config), 'content-type': html, 'cache-control': noStore }
  return new Response(page, { status, headers: all })
}

/** A browser that shows the answer to a person. */
export function isPage(requestHeaders: RequestHeaders): boolean {
  return requestHeaders.get('accept')?.includes('text/html') ?? false
}

/** What the caller is told of a failure, which is logged. */
export function explainFailure(
  error: unknown,
  { route, requestId, platform }: Omit<FailedRequest, 'headers'>,
): PlainError {
  if (isDatabaseAway(error)) {
    outageWarning(platform)({ route, requestId, reason: (error as Error).message })
    return new PlainError(503, 'The service is not available right now. Please try again in a moment.', {
      'retry-after': '2',
    })
  }
  // Every ID is checked before it is written, so the row has been deleted since then.
  if (breaksForeignKey(error))
    return new PlainError(404, 'Something that the request refers to was deleted in the meantime.')
  platform.log.error('A request failed', { route, requestId, error })
  return new PlainError(500, `Something went wrong on our side. The ID of this request is ${requestId}.`)
}

function withStatus(
  status: number,
  body: string,
  headers: Record<string, string>,
  requestHeaders: RequestHeaders,
): Response {
  // Some client frameworks log every status above 400; they request 200 and read the real status from a header.
  if (status >= 400 && requestHeaders.get('x-stack-override-error-status') !== null) {
    return new Response(body, { status: 200, headers: { ...headers, 'x-stack-actual-status': String(status) } })
  }
  return new Response(body, { status, headers })
}

export function commonHeaders(requestId: string, contentType: string, config: Settings): Record<string, string> {
  return {
    'content-type': contentType,
    'x-stack-request-id': requestId,
    'cache-control': noStore,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposedHeaders,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "frame-ancestors 'none'",
    ...transportSecurity(config),
  }
}

/** Indented for users who open a URL in their browser. */
function toJson(value: unknown, requestHeaders: RequestHeaders): string {
  return isPage(requestHeaders) ? JSON.stringify(value, null, 2) : JSON.stringify(value)
}
