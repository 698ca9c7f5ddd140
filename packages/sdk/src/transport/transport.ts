import type { Routes } from '@latchkey/contract'
import { clock } from '../environment/clock.ts'
import { type BaseUrl, getBaseUrl, isBrowser } from '../environment/environment.ts'
import { framework, type RelayedApp } from '../environment/framework.ts'
import { version } from '../environment/version.ts'
import { RetryError } from '../errors/errors.ts'
import { hasCode, type KnownError } from '../errors/known-errors.ts'
import type { InternalSession, Rejection, UserSession } from '../session/session.ts'
import { findTrust } from '../session/trusted-cookie.ts'
import { Connection, loadDiagnostics, type NoResponse } from './connection.ts'
import { NetworkError } from './network-error.ts'
import { type Received, type RetryLater, readResponse } from './response.ts'

/**
 * The access level of a request.
 * @example const type: AccessType = 'client'
 */
export type AccessType = 'client' | 'server' | 'admin'

/** Credentials that give more access than the publishable key. */
export interface Credentials {
  /** The app's server keeps the refresh tokens of its visitors, and shows its key to refresh them. */
  keepsSessions?: boolean
  /** The headers with secret keys. A function, so that logging an app does not reveal them. */
  keyHeadersOf?(this: void, access: AccessType): Record<string, string>
  /** The session of a project owner, used instead of keys. */
  ownerSession?: InternalSession
}

/**
 * Timeouts and retries.
 * @example
 * new ServerApp({
 *   tokenStore: 'memory',
 *   network: { connectTimeoutMillis: 10_000, responseTimeoutMillis: 120_000, maxAttempts: 3 },
 * })
 */
export interface NetworkOptions {
  /** The maximum number of attempts for requests that can be repeated. Defaults to 5; 1 turns retries off. */
  maxAttempts?: number
  /**
   * How long to retry while connections are refused. After five times as long without any response, the server counts
   * as unreachable. Defaults to 3000.
   */
  connectTimeoutMillis?: number
  /** How long a call waits for its response while the server responds to other calls or probes. Defaults to 60000. */
  responseTimeoutMillis?: number
}

export interface TransportOptions extends Credentials, RelayedApp {
  publishableClientKey: string | undefined
  baseUrl: BaseUrl | undefined
  extraRequestHeaders: Record<string, string>
  network?: NetworkOptions | undefined
  /** The code that binds new sessions to a key of this browser. */
  keys?: Promise<typeof import('../session/session-keys.ts') | undefined> | undefined
}

/** Only changed by tests, which may run on a busy machine. */
export const networkDefaults: Required<NetworkOptions> = {
  maxAttempts: 5,
  connectTimeoutMillis: 3000,
  responseTimeoutMillis: 60_000,
}

/** POST routes that change nothing, or that are safe to repeat. */
const repeatablePosts = /\/(sign-in|token|get|poll)$/

/** Routes that start a session, of which the browser keeps the key. */
const startsSession = /\/sign-(in|up)$/

export interface SendOptions<Access extends AccessType = AccessType> {
  session?: UserSession | undefined
  ownerSession?: InternalSession | undefined
  access?: Access
  /** Whether the request can be retried. Defaults to true for all methods but POST and PATCH. */
  isIdempotent?: boolean
}

/** Sends a request by the literal name of its route. The response is typed for the access level. */
export type Call = <Id extends keyof Routes, Access extends AccessType = 'client'>(
  route: Id,
  request?: Routes[Id]['request'] & SendOptions<Access>,
) => Promise<Routes[Id]['response'][Access]>

interface AnyRequest extends SendOptions {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

export class Transport {
  // Private at runtime too, so that logging an app does not reveal its secret key.
  readonly #options: TransportOptions
  readonly #connection: Connection

  constructor(options: TransportOptions) {
    this.#options = options
    this.#connection = new Connection({ ...networkDefaults, ...options.network }, options)
  }

  /** An app with the session of an owner has none. */
  get publishableClientKey(): string {
    const { publishableClientKey } = this.#options
    if (publishableClientKey) return publishableClientKey
    throw new Error('An app with a `projectOwnerSession` cannot sign users in or be sent to a browser.')
  }

  readonly call: Call = async (route, request) => {
    const { params = {}, query = {}, body, ...options } = (request ?? {}) as AnyRequest
    const [method, template] = route.split(' ') as [string, string]
    const search = `${new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, `${value}`]])),
    )}`
    const path = template.replace(/{(\w+)}/g, (_match, name: string) => encodeURIComponent(params[name]!))
    const init =
      body === undefined
        ? { method }
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const { text, headers } = await this.#send(search ? `${path}?${search}` : path, init, options)
    return headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }

  /** Sends the request with retries, and throws unless the response is a success. */
  async send(path: string, init: RequestInit, options?: SendOptions): Promise<Response> {
    const { text, ...received } = await this.#send(path, init, options)
    return new Response(text || null, received)
  }

  async #send(path: string, init: RequestInit, options: SendOptions = {}): Promise<Received> {
    const {
      session,
      access = 'client',
      ownerSession = this.#options.ownerSession,
      isIdempotent = !/^(POST|PATCH)$/i.test(init.method ?? ''),
    } = options
    let wasRejected = false
    return this.#attempt(path, isIdempotent, async () => {
      const [tokens, ownerTokens] = await Promise.all([session?.getTokens(), ownerSession?.getTokens()])
      const headers = this.headersFor(access, {
        'X-Stack-Access-Token': tokens?.accessToken,
        'X-Stack-Refresh-Token': tokens?.refreshToken,
        'X-Stack-Admin-Access-Token': ownerTokens?.accessToken,
        'X-Stack-Session-Key': startsSession.test(path)
          ? await (await this.#options.keys)?.findThumbprint(this.#options.projectId)
          : null,
        'X-Stack-Trusted-Device': startsSession.test(path) ? await findTrust(this.#options.projectId) : null,
        ...Object.fromEntries(new Headers(init.headers)),
      })
      return {
        init: { ...init, headers },
        recover: (error) => {
          // The whole family INVALID_ADMIN_ACCESS_TOKEN.
          const isOfOwner = /ADMIN_ACCESS_TOKEN|^API_KEY_NOT_FOUND/.test(error.errorCode)
          if (!isOfOwner && !hasCode(error, 'INVALID_ACCESS_TOKEN')) return
          const rejected = (isOfOwner ? ownerTokens : tokens)?.accessToken
          // If a new token of an owner is rejected too, they no longer own the project.
          if (!rejected || (isOfOwner && wasRejected)) return
          const sender = isOfOwner ? ownerSession : session
          sender?.dropAccessToken(rejected, error.details as Rejection | undefined)
          // Retried immediately with a new token; if that is rejected too, after a delay.
          const waitMillis = wasRejected ? undefined : 0
          wasRejected = true
          return { error, waitMillis }
        },
      }
    })
  }

  /** A new access token, or null if the session has ended. Idempotent, so it is retried. */
  async refreshAccessToken(refreshToken: string): Promise<string | null> {
    try {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
      return (await this.requestTokens<{ access_token: string }>(fields, true)).access_token
    } catch (error) {
      if (hasCode(error, 'REFRESH_TOKEN_ERROR')) return null
      throw error
    }
  }

  async requestTokens<Tokens>(
    fields: Record<string, string>,
    isIdempotent: boolean,
    more?: Record<string, string>,
  ): Promise<Tokens> {
    const { projectId, extraRequestHeaders, keepsSessions } = this.#options
    const body = new URLSearchParams({ ...fields, client_id: projectId, client_secret: this.publishableClientKey })
    const headers = keepsSessions ? this.headersFor('client', more ?? {}) : { ...extraRequestHeaders, ...more }
    const init = { method: 'POST', body, headers }
    return JSON.parse((await this.#attempt('/auth/oauth/token', isIdempotent, async () => ({ init }))).text)
  }

  /** Sends a request until there is a response or no point in a retry. */
  async #attempt(
    path: string,
    isIdempotent: boolean,
    prepare: () => Promise<{ init: RequestInit; recover?: (error: KnownError) => RetryLater | undefined }>,
  ): Promise<Received> {
    await framework.current.prepareRequest?.()
    const baseUrl = getBaseUrl(this.#options.baseUrl, isBrowser())
    const { maxAttempts, connectTimeoutMillis } = this.#connection.limits
    for (const errors: unknown[] = []; ; ) {
      const { init, recover } = await prepare()
      const { method = 'GET' } = init
      const isWrite = method !== 'GET' && !repeatablePosts.test(path)
      let outcome: Received | RetryLater
      try {
        const received = await this.#connection.fetchText(baseUrl, `/api/v1${path}`.replace(/\/$/, ''), init)
        outcome = await readResponse(...received, isWrite, recover)
        if ('text' in outcome) return outcome
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        // The server may have processed the request although there was no response.
        const isRepeated = isIdempotent && !(error as NoResponse).isFinal
        outcome = { error, waitMillis: isRepeated ? backoff(connectTimeoutMillis / 16, errors.length) : Infinity }
      }
      const { error, waitMillis = backoff(1000, errors.length) } = outcome
      if (errors.push(error) < maxAttempts && waitMillis < Infinity) {
        await clock.wait(waitMillis)
        continue
      }
      // Errors from the server need no diagnostics.
      if (!(error instanceof TypeError)) throw error
      const explained = await loadDiagnostics().then(
        (code) => code.explainNoResponse(this.#connection, baseUrl, `${method} ${path}`, errors),
        // If the diagnostics cannot be loaded either, there is no connection at all.
        () => undefined,
      )
      throw new NetworkError(
        explained?.message ?? 'You are offline. Please check your internet connection and try again.',
        { 'navigator?.onLine': globalThis.navigator?.onLine, baseUrlBackend: explained?.baseUrlBackend },
        errors.length > 1 ? new RetryError(errors) : error,
        isWrite && explained?.wasSent !== false,
      )
    }
  }

  headersFor(access: AccessType, more?: Record<string, string | null | undefined>): Headers {
    const { projectId, publishableClientKey, extraRequestHeaders } = this.#options
    const headers = new Headers()
    const values: typeof more = {
      'X-Stack-Project-Id': projectId,
      'X-Stack-Access-Type': access,
      'X-Stack-Client-Version': `js @latchkey/sdk@${version}`,
      'X-Stack-Allow-Anonymous-User': 'true',
      'X-Stack-Require-Live-Session': 'true',
      'X-Stack-Override-Error-Status': 'true',
      'X-Stack-Random-Nonce': createNonce(),
      'ngrok-skip-browser-warning': 'true',
      ...this.#options.keyHeadersOf?.(access),
      'X-Stack-Publishable-Client-Key': publishableClientKey,
      ...extraRequestHeaders,
      ...more,
    }
    for (const name in values) if (values[name] != null) headers.set(name, values[name])
    return headers
  }
}

/** Exponential, with jitter so that clients do not all retry at once. */
const backoff = (baseMillis: number, attempted: number) => baseMillis * 2 ** attempted * (0.5 + Math.random())

/** 225 random bits in lower-case base 32. */
export function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(45)), (byte) => (byte % 32).toString(32)).join('')
}
