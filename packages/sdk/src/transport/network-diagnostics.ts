import { isBrowser } from '../environment/environment.ts'
import { RetryError } from '../errors/errors.ts'
import { getReasonPhrase } from '../errors/reason-phrases.ts'
import { type Connection, fetchOptions, type NoResponse, type WaitingCall } from './connection.ts'
import { NetworkError } from './network-error.ts'
import { mayHaveHappenedText, offlineText } from './response.ts'

/** How often a call is looked at until a silent server counts as away. */
const looksUntilAway = 5

/** Looks after a call that has had no response for a while, and ends it when the server is away or its time is up. */
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
    silentLooks = arrivals === connection.arrivals && waiting.has(call) ? silentLooks + 1 : 0
    arrivals = connection.arrivals
    if (silentLooks >= looksUntilAway) giveUp(looksUntilAway * lookMillis)
    else if (silentLooks) void probe(connection, baseUrl)
    if (call.looks * lookMillis < limits.responseTimeoutMillis) return
    // Browsers send a few requests at a time, so a call that has moved up in their queue gets its whole time again.
    const aheadNow = [...waiting].indexOf(call)
    if (aheadNow >= ahead) giveUp(limits.responseTimeoutMillis)
    ahead = aheadNow
    call.looks = 0
  }
  call.timer = setInterval(look, lookMillis)
  look()
}

/** Asks for a sign of life, once for all calls that want to know. Returns `OK`, or why there is none. */
function probe(connection: Connection, baseUrl: string): Promise<string> {
  connection.probing ??= askHealth(connection, baseUrl).finally(() => {
    connection.probing = undefined
  })
  return connection.probing
}

async function askHealth(connection: Connection, baseUrl: string): Promise<string> {
  // Browsers have other connections for requests with credentials, so this one does not queue behind the calls.
  const init: RequestInit = isBrowser() ? { mode: 'no-cors', credentials: 'include' } : {}
  const signal = AbortSignal.timeout(looksUntilAway * connection.limits.connectTimeoutMillis)
  try {
    const response = await fetch(`${baseUrl}/health`, { ...fetchOptions(), ...init, signal })
    connection.arrivals++
    await response.body?.cancel()
    return response.ok || response.type === 'opaque' ? 'OK' : `${response.status}`
  } catch (error) {
    return reasonOf(error)
  }
}

/** For example `GET /users/me was tried 5 times (connect ECONNREFUSED 127.0.0.1:8102)`. */
export async function explainNoResponse(
  connection: Connection,
  baseUrl: string,
  request: string,
  isWrite: boolean,
  errors: unknown[],
): Promise<NetworkError> {
  const last = errors.at(-1)
  const cause = errors.length > 1 ? new RetryError(errors) : last
  const onLine = globalThis.navigator?.onLine
  if (onLine === false)
    return new NetworkError(withOutcome(offlineText, isWrite), { 'navigator?.onLine': onLine }, cause, isWrite)
  const count = errors.length === 1 ? 'once' : `${errors.length} times`
  const attempts = `${request.split('?')[0]} was tried ${count} (${reasonOf(last)})`
  const mayHaveHappened = isWrite && !errors.every(wasNeverSent)
  const message = `Latchkey is unable to connect to the server at ${baseUrl}: ${attempts}.`
  // A call that was waited for has sent its probes already.
  const baseUrlBackend = (last as NoResponse).isFinal ? 'no response' : await probe(connection, baseUrl)
  const diagnostics = { 'navigator?.onLine': onLine, baseUrlBackend }
  return new NetworkError(withOutcome(message, mayHaveHappened), diagnostics, cause, mayHaveHappened)
}

/** The message of a failed response. Without a text for people, it is from a proxy, or from a network that asks to sign in. */
export function describeStatus(status: number, text: string, isWrite: boolean): string {
  const phrase = status < 300 ? 'a web page that is not from Latchkey' : `${status} ${getReasonPhrase(status)}`
  const message = text || `The server responded with ${phrase}.`
  // The response may have been lost behind the proxy.
  const isLost = status < 300 || status === 502 || status === 504
  return withOutcome(message, isWrite && isLost)
}

const withOutcome = (message: string, mayHaveHappened: boolean) =>
  mayHaveHappened ? message + mayHaveHappenedText : message

/** Node hides the reason in a cause, and if a host has several addresses, only its code tells it. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || `${error}`
}

/** Node tells when there was no connection at all, browsers do not. */
function wasNeverSent(error: unknown): boolean {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {}
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(`${code}`)
}
