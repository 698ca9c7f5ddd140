import { phraseOf } from '../errors/reason-phrases.ts'
import type { Connection, NoResponse, WaitingCall } from './connection.ts'

// Imports nothing from the first bundle, because esbuild would move that code into a separate file.

/** The number of checks after which a silent server counts as unreachable. */
const maxSilentLooks = 5

/** Watches a slow call, and aborts it when the server is unreachable or the call times out. */
export function watch(connection: Connection, call: WaitingCall, baseUrl: string): void {
  const { limits, waiting } = connection
  const lookMillis = limits.connectTimeoutMillis
  const giveUp = (millis: number) => {
    const error: NoResponse = new TypeError(`no response within ${millis / 1000} s`)
    error.isFinal = true
    call.abort.abort(error)
  }
  if (!waiting.has(call)) return
  let ahead = waiting.size - 1
  let { arrivals } = connection
  let silentLooks = 0
  const look = () => {
    call.looks++
    silentLooks = arrivals === connection.arrivals && !call.hasResponse ? silentLooks + 1 : 0
    arrivals = connection.arrivals
    if (silentLooks >= maxSilentLooks) giveUp(maxSilentLooks * lookMillis)
    else if (silentLooks) void probe(connection, baseUrl)
    if (call.looks * lookMillis < limits.responseTimeoutMillis) return
    // Browsers send a few requests at a time, so a call that has moved up in their queue gets its full time again.
    const aheadNow = [...waiting].indexOf(call)
    if (aheadNow >= ahead) giveUp(limits.responseTimeoutMillis)
    ahead = aheadNow
    call.looks = 0
  }
  call.timer = setInterval(look, lookMillis)
  look()
}

/** Probes the server, once for all waiting calls. Returns `OK` or the reason for the failure. */
function probe(connection: Connection, baseUrl: string): Promise<string> {
  connection.probing ??= fetchHealth(connection, baseUrl).finally(() => {
    connection.probing = undefined
  })
  return connection.probing
}

async function fetchHealth(connection: Connection, baseUrl: string): Promise<string> {
  // Browsers use other connections for requests with credentials, so the probe does not queue behind the calls.
  const init: RequestInit = globalThis.document ? { mode: 'no-cors', credentials: 'include' } : {}
  const signal = AbortSignal.timeout(maxSilentLooks * connection.limits.connectTimeoutMillis)
  try {
    const response = await connection.fetch(`${baseUrl}/health`, { ...init, signal })
    connection.arrivals++
    await response.body?.cancel()
    return response.ok || response.type === 'opaque' ? 'OK' : `${response.status}`
  } catch (error) {
    return reasonOf(error)
  }
}

/**
 * Explains the failure, for example `GET /users/me was tried 5 times (connect ECONNREFUSED 127.0.0.1:8102)`, the result
 * of `/health`, and whether the server may have received the request. Undefined if the browser is offline.
 */
export async function explainNoResponse(connection: Connection, baseUrl: string, request: string, errors: unknown[]) {
  if (globalThis.navigator?.onLine === false) return
  const last = errors.at(-1)
  const count = errors.length === 1 ? 'once' : `${errors.length} times`
  const attempts = `${request.split('?')[0]} was tried ${count} (${reasonOf(last)})`
  return {
    message: `Latchkey is unable to connect to the server at ${baseUrl}: ${attempts}.`,
    // A call that timed out has already sent its probes.
    baseUrlBackend: (last as NoResponse).isFinal ? 'no response' : await probe(connection, baseUrl),
    wasSent: !errors.every(wasNeverSent),
  }
}

/** For responses without a readable message, from a proxy or a captive portal. */
export const describeStatus = (status: number) =>
  `The server responded with ${status < 300 ? 'a web page that is not from Latchkey' : `${status} ${phraseOf(status)}`}.`

/** Node hides the reason in `cause`, and for a host with several addresses, only in its code. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || `${error}`
}

/** Node reports that there was no connection at all; browsers do not. */
function wasNeverSent(error: unknown): boolean {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {}
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(`${code}`)
}
