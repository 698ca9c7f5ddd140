import { isBrowser } from '../environment/environment.ts'
import type { NetworkOptions } from './transport.ts'

/** How often a call looks whether anything has arrived before the server counts as away. */
const looksUntilAway = 5

/** A call that was waited for in vain. It is not sent again. */
export class NoResponse extends Error {}

/** What all calls of an app find out together: whether anything arrives from the server. */
export class Connection {
  readonly #limits: Required<NetworkOptions>
  /** In the order in which they were sent. */
  readonly #waiting = new Set<object>()
  #arrivals = 0
  #probing: Promise<void> | undefined
  /** What the last probe found: `OK`, or why the server gave no sign of life. */
  health = 'not asked'

  constructor(limits: Required<NetworkOptions>) {
    this.#limits = limits
  }

  /** Sends a request and reads the response. A slow server is waited for, but not one that is away. */
  async fetchText(baseUrl: string, path: string, init: RequestInit): Promise<[Response, string]> {
    const { silenceTimeoutMillis, responseTimeoutMillis } = this.#limits
    const lookMillis = Math.min(silenceTimeoutMillis, responseTimeoutMillis) / looksUntilAway
    const abort = new AbortController()
    const giveUp = (millis: number, what: string) => abort.abort(new NoResponse(`${what} within ${millis / 1000} s`))
    const call = {}
    this.#waiting.add(call)
    let ahead = this.#waiting.size - 1
    let arrivals = this.#arrivals
    let response: Response | undefined
    // Counted rather than measured, so that a night in which the computer sleeps counts as one.
    let looks = 0
    let silentLooks = 0
    const look = () => {
      looks++
      silentLooks = arrivals === this.#arrivals && !response ? silentLooks + 1 : 0
      arrivals = this.#arrivals
      if (silentLooks * lookMillis >= silenceTimeoutMillis) giveUp(silenceTimeoutMillis, 'nothing arrived')
      else if (silentLooks) void this.probe(baseUrl)
      if (looks * lookMillis < responseTimeoutMillis) return
      // Browsers send a few requests at a time, so a call that has moved up in their queue gets its whole time again.
      const aheadNow = [...this.#waiting].indexOf(call)
      if (aheadNow >= ahead) giveUp(responseTimeoutMillis, 'no response')
      ahead = aheadNow
      looks = 0
    }
    const timer = setInterval(look, lookMillis)
    try {
      const signal = init.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal
      response = await fetch(`${baseUrl}${path}`, { ...fetchOptions(), ...init, signal })
      this.#arrivals++
      const text = await response.text()
      this.#arrivals++
      return [response, text]
    } catch (error) {
      // Connections are refused at once. One that took long to fail would take as long the next time.
      throw error instanceof TypeError && looks > 1 ? new NoResponse(reasonOf(error), { cause: error }) : error
    } finally {
      clearInterval(timer)
      this.#waiting.delete(call)
    }
  }

  /** Asks for a sign of life, once for all calls that want to know. */
  probe(baseUrl: string): Promise<void> {
    this.#probing ??= this.#probe(baseUrl).finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  async #probe(baseUrl: string): Promise<void> {
    // Browsers have other connections for requests with credentials, so this one does not queue behind the calls.
    const init: RequestInit = isBrowser() ? { mode: 'no-cors', credentials: 'include' } : {}
    const signal = AbortSignal.timeout(this.#limits.silenceTimeoutMillis)
    try {
      this.health = 'no response'
      const response = await fetch(`${baseUrl}/health`, { ...fetchOptions(), ...init, signal })
      this.#arrivals++
      this.health = response.ok || response.type === 'opaque' ? 'OK' : `${response.status}`
      await response.body?.cancel()
    } catch (error) {
      this.health = reasonOf(error)
    }
  }
}

/** Node hides the reason in a cause, and if a host has several addresses, only its code tells it. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || `${error}`
}

/** Cloudflare Workers throw if these fields are set. */
const fetchOptions = (): RequestInit =>
  'WebSocketPair' in globalThis ? {} : { credentials: 'omit', cache: 'no-store' }
