import type { NetworkOptions } from './transport.ts'

/** What only a slow or broken network needs. */
export const loadDiagnostics = () => import('./network-diagnostics.ts')

/** `fetch` fails with a TypeError if there is no response. */
export interface NoResponse extends TypeError {
  /** True if the call was waited for in vain, and is not sent again. */
  isFinal?: boolean
}

/** A call that waits for its response. */
export interface WaitingCall {
  readonly abort: AbortController
  /** How often it was looked at. Counted rather than measured, so that a night in which the computer sleeps counts as one. */
  looks: number
  hasResponse?: boolean
  timer?: ReturnType<typeof setTimeout>
}

/** What all calls of an app find out together: whether anything arrives from the server. */
export class Connection {
  readonly limits: Required<NetworkOptions>
  /** In the order in which they were sent. */
  readonly waiting = new Set<WaitingCall>()
  /** How many signs of life have arrived. */
  arrivals = 0
  probing: Promise<string> | undefined

  constructor(limits: Required<NetworkOptions>) {
    this.limits = limits
  }

  /** Sends a request and reads the response. A slow server is waited for, but not one that is away. */
  async fetchText(baseUrl: string, path: string, init: RequestInit): Promise<[Response, string]> {
    const call: WaitingCall = { abort: new AbortController(), looks: 0 }
    const { signal } = call.abort
    this.waiting.add(call)
    // Few calls take that long. Without the code that watches them, the browser decides how long they wait.
    const watch = () =>
      loadDiagnostics().then(
        (code) => code.watch(this, call, baseUrl),
        () => {},
      )
    call.timer = setTimeout(watch, this.limits.connectTimeoutMillis)
    try {
      const response = await this.fetch(`${baseUrl}${path}`, {
        ...init,
        signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal,
      })
      call.hasResponse = true
      this.arrivals++
      const text = await response.text()
      this.arrivals++
      return [response, text]
    } catch (error) {
      // Connections are refused at once. One that took long to fail would take as long the next time.
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
