import type { Routes } from '@latchkey/contract'
import { type BaseUrl, getBaseUrl, isBrowser } from '../environment/environment.ts'
import { framework } from '../environment/framework.ts'
import { version } from '../environment/version.ts'
import { RetryError } from '../errors/errors.ts'
import { hasCode, KnownError } from '../errors/known-errors.ts'
import type { InternalSession, UserSession } from '../session/session.ts'
import { networkErrorOf } from './network-error.ts'
import { readResponse } from './response.ts'
import { RetryLater, retry } from './retry.ts'

export type AccessType = 'client' | 'server' | 'admin'

/** Credentials that give more access than the publishable key. */
export interface Credentials {
  secretServerKey?: string
  superSecretAdminKey?: string
  /** The session of a project owner, used instead of keys. */
  ownerSession?: InternalSession
}

export interface TransportOptions extends Credentials {
  projectId: string
  publishableClientKey: string | undefined
  baseUrl: BaseUrl | undefined
  extraRequestHeaders: Record<string, string>
}

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

  constructor(options: TransportOptions) {
    this.#options = options
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
    const response = await this.send(search ? `${path}?${search}` : path, init, options)
    return response.headers.get('content-type')?.includes('json') ? response.json() : response.text()
  }

  /** Sends the request with retries, and throws unless the response is a success. */
  async send(path: string, init: RequestInit, options: SendOptions = {}): Promise<Response> {
    const { session, access = 'client', isIdempotent = !/^(POST|PATCH)$/i.test(init.method ?? '') } = options
    const { ownerSession = this.#options.ownerSession } = options
    let wasRejected = false
    return this.#attempt(path, isIdempotent, async () => {
      const [tokens, ownerTokens] = await Promise.all([session?.getTokens(), ownerSession?.getTokens()])
      const headers = this.#headers(access, {
        'X-Stack-Access-Token': tokens?.accessToken,
        'X-Stack-Refresh-Token': tokens?.refreshToken,
        'X-Stack-Admin-Access-Token': ownerTokens?.accessToken,
      })
      new Headers(init.headers).forEach((value, name) => {
        headers.set(name, value)
      })
      return {
        init: { ...init, headers },
        recover: (error) => {
          const isOfOwner = hasCode(error, 'INVALID_ADMIN_ACCESS_TOKEN') || hasCode(error, 'API_KEY_NOT_FOUND')
          if (!isOfOwner && !hasCode(error, 'INVALID_ACCESS_TOKEN')) return
          const rejected = (isOfOwner ? ownerTokens : tokens)?.accessToken
          if (!rejected) return
          const sender = isOfOwner ? ownerSession : session
          sender?.dropAccessToken(rejected)
          // Retried immediately with a new token; if that is rejected too, after a delay.
          const waitMillis = wasRejected ? undefined : 0
          wasRejected = true
          return new RetryLater(error, waitMillis)
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

  async requestTokens<Tokens>(fields: Record<string, string>, isIdempotent: boolean): Promise<Tokens> {
    const { projectId, extraRequestHeaders } = this.#options
    const body = new URLSearchParams({ ...fields, client_id: projectId, client_secret: this.publishableClientKey })
    const init = { method: 'POST', body, headers: extraRequestHeaders }
    return (await this.#attempt('/auth/oauth/token', isIdempotent, async () => ({ init }))).json()
  }

  async #attempt(
    path: string,
    isIdempotent: boolean,
    prepare: () => Promise<{ init: RequestInit; recover?: (error: KnownError) => RetryLater | undefined }>,
  ): Promise<Response> {
    await framework.current.prepareRequest?.()
    const baseUrl = getBaseUrl(this.#options.baseUrl, isBrowser())
    const fail = (error: unknown) => networkErrorOf(error, baseUrl, this.#headers('client'))
    try {
      return await retry(async () => {
        const { init, recover } = await prepare()
        let response: Response
        let text: string
        try {
          response = await fetch(`${baseUrl}/api/v1${path}`.replace(/\/$/, ''), { ...fetchOptions(), ...init })
          text = await response.text()
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          // The server may have processed the request before the connection broke.
          if (!isIdempotent) throw await fail(error)
          return new RetryLater(error)
        }
        return readResponse(response, text, recover)
      })
    } catch (error) {
      if (!(error instanceof RetryError)) throw error
      const last = error.errors.at(-1)
      throw KnownError.isKnownError(last) ? last : await fail(error)
    }
  }

  #headers(access: AccessType, more: Record<string, string | null | undefined> = {}): Headers {
    const { projectId, publishableClientKey, extraRequestHeaders } = this.#options
    const { secretServerKey = '', superSecretAdminKey = '' } = this.#options
    const headers = new Headers({
      'X-Stack-Project-Id': projectId,
      'X-Stack-Access-Type': access,
      'X-Stack-Client-Version': `js @latchkey/sdk@${version}`,
      'X-Stack-Allow-Anonymous-User': 'true',
      'X-Stack-Override-Error-Status': 'true',
      'X-Stack-Random-Nonce': createNonce(),
      'ngrok-skip-browser-warning': 'true',
    })
    if (access !== 'client') headers.set('X-Stack-Secret-Server-Key', secretServerKey)
    if (access === 'admin') headers.set('X-Stack-Super-Secret-Admin-Key', superSecretAdminKey)
    const optional = { 'X-Stack-Publishable-Client-Key': publishableClientKey, ...more, ...extraRequestHeaders }
    for (const [name, value] of Object.entries(optional)) {
      if (value) headers.set(name, value)
    }
    return headers
  }
}

/** 225 random bits in lower-case base 32. */
export function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(45)), (byte) => (byte % 32).toString(32)).join('')
}

/** Cloudflare Workers throw if these fields are set. */
const fetchOptions = (): RequestInit =>
  'WebSocketPair' in globalThis ? {} : { credentials: 'omit', cache: 'no-store' }
