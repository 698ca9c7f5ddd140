import { framework, type RelayedApp } from '../environment/framework.ts'
import type { NetworkOptions } from './transport.ts'

/** Lazy, because only slow or broken networks need it. */
export const loadDiagnostics = () => import('./network-diagnostics.ts')

/** `fetch` fails with a TypeError if there is no response. */
export interface NoResponse extends TypeError {
  /** True if the call timed out and must not be retried. */
  isFinal?: boolean
}

/** A call that waits for its response. */
export interface WaitingCall {
  readonly abort: AbortController
  /** The number of checks so far. Counted rather than timed, so that a night of sleep counts as one check. */
  looks: number
  hasResponse?: boolean
  timer?: ReturnType<typeof setTimeout>
}

/** Shared by all calls of an app: tracks whether anything arrives from the server. */
export class Connection {
  readonly limits: Required<NetworkOptions>
  /** The pending calls in the order in which they were sent. */
  readonly waiting = new Set<WaitingCall>()
  /** The number of responses, bodies and probes that have arrived. */
  arrivals = 0
  probing: Promise<string> | undefined

  readonly #app: RelayedApp

  constructor(limits: Required<NetworkOptions>, app: RelayedApp) {
    this.limits = limits
    this.#app = app
  }

  /** Sends a request and reads the response. Waits for a slow server, but not for an unreachable one. */
  async fetchText(baseUrl: string, path: string, init: RequestInit): Promise<[Response, string]> {
    const call: WaitingCall = { abort: new AbortController(), looks: 0 }
    const { signal } = call.abort
    this.waiting.add(call)
    // Few calls take that long. If the diagnostics cannot be loaded, the timeout of the browser applies.
    const watch = () =>
      loadDiagnostics().then(
        (code) => code.watch(this, call, baseUrl),
        () => {},
      )
    call.timer = setTimeout(watch, this.limits.connectTimeoutMillis)
    try {
      const sent = { ...init, signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal }
      const response = await (framework.current.relay?.(path, sent, this.#app) ?? this.fetch(`${baseUrl}${path}`, sent))
      call.hasResponse = true
      this.arrivals++
      const text = await response.text()
      this.arrivals++
      return [response, text]
    } catch (error) {
      // A refused connection fails immediately. One that took long to fail would take as long on a retry.
      if (error instanceof TypeError && call.looks > 1) (error as NoResponse).isFinal = true
      throw error
    } finally {
      clearTimeout(call.timer)
      this.waiting.delete(call)
    }
  }

  fetch(url: string, init: RequestInit): Promise<Response> {
    // Cloudflare Workers throw if these fields are set.
    const options: RequestInit = 'WebSocketPair' in globalThis ? {} : { credentials: 'omit', cache: 'no-store' }
    return fetch(url, { ...options, ...init })
  }
}
