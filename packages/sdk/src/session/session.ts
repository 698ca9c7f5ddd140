import type { ErrorDetails } from '@latchkey/contract'
import { AssertionError } from '../errors/errors.ts'
import { type AccessToken, decodeAccessToken, type ServerTime, tokenOrNull } from './access-token.ts'
import type { TokenPair, TokenStore } from './token-store.ts'

/**
 * A session of a user.
 * @example const { accessToken } = await session.getTokens()
 */
export interface Session {
  /**
   * The tokens of the session. The access token is fresh.
   * @example const { accessToken } = await session.getTokens()
   */
  getTokens(): Promise<TokenPair>
}

/**
 * A session that requests can be sent with.
 * @internal
 */
export interface InternalSession extends Session {
  /** Called when the server rejected this access token, so that a new one is requested. */
  dropAccessToken(accessToken: string, rejection?: Rejection): void
}

/** The details with which the server rejects an access token. */
export type Rejection = ErrorDetails<'ACCESS_TOKEN_EXPIRED'>

export const noTokens: TokenPair = { accessToken: null, refreshToken: null }

interface SessionParts {
  time: ServerTime
  store?: TokenStore
  /**
   * Finds a usable access token or requests a new one, and passes it to `accept` before another tab gets the lock. Null
   * if the server no longer accepts the refresh token.
   */
  refresh(
    this: void,
    refreshToken: string,
    isUsable: (token: AccessToken) => boolean,
    accept: (token: AccessToken | null) => AccessToken | null,
  ): Promise<AccessToken | null>
  /** Stores the new tokens of this session. */
  save(this: void, tokens: TokenPair): void
}

/** One sign-in of one user. It never changes to another user, and once invalid it stays invalid. */
export class UserSession {
  // Private at runtime too, so that logging or serialising a user does not reveal the session.
  #refreshToken: string | null
  #accessToken: AccessToken | null
  #rejected: string | undefined
  #refreshing: Promise<AccessToken | null> | undefined
  #isInvalid: boolean
  readonly #parts: SessionParts
  readonly #listeners = new Set<(byServer?: boolean) => void>()
  rejection: Rejection | undefined

  constructor(tokens: TokenPair, parts: SessionParts) {
    this.#refreshToken = tokens.refreshToken
    this.#accessToken = decodeAccessToken(tokens.accessToken)
    this.#isInvalid = !this.#refreshToken && !this.#accessToken
    this.#parts = parts
  }

  /**
   * Identifies a session within a store: the refresh token stays the same, unless the app's server begins to keep it.
   * Access tokens change.
   */
  static keyOf(tokens: TokenPair): string {
    return tokenOrNull(tokens.refreshToken) ?? `access ${tokenOrNull(tokens.accessToken)}`
  }

  get store(): TokenStore | undefined {
    return this.#parts.store
  }

  get isInvalid(): boolean {
    return this.#isInvalid
  }

  /** Says whether the server has ended the session, or the user on this page. */
  onInvalidate(listener: (byServer?: boolean) => void): void {
    this.#listeners.add(listener)
  }

  /** The current access token, unless it has expired. */
  findAccessToken(minMillis = 0): AccessToken | null {
    const token = this.#isInvalid ? null : this.#accessToken
    return token && this.#parts.time.remainingMillis(token) > minMillis ? token : null
  }

  /** Goes on under another name if it is this session whose refresh token the app's server has begun to keep. */
  adopt(handle: string): boolean {
    const isOwn = `kept-${this.#accessToken?.claims.refresh_token_id}` === handle
    if (isOwn) this.#refreshToken = handle
    return isOwn
  }

  /** Both tokens, with an access token that stays valid for some time. Concurrent callers share one refresh. */
  async getTokens(minMillis = 20_000): Promise<TokenPair> {
    // Without a refresh token there is no newer one to get, so the token is used until it expires.
    let token = this.findAccessToken(this.#refreshToken ? minMillis : 0)
    if (!token && this.#refreshToken && !this.#isInvalid) {
      this.#refreshing ??= this.#refresh(minMillis).finally(() => {
        this.#refreshing = undefined
      })
      token = await this.#refreshing
      if (token && this.#parts.time.remainingMillis(token) < minMillis) {
        throw new AssertionError('A new token expires too soon.', token.claims)
      }
    }
    if (!token) {
      if (!this.#refreshToken) this.markInvalid()
      return noTokens
    }
    return { accessToken: token.text, refreshToken: this.#refreshToken }
  }

  #refresh(minMillis: number): Promise<AccessToken | null> {
    return this.#parts.refresh(
      this.#refreshToken!,
      (found) => found.text !== this.#rejected && this.#parts.time.remainingMillis(found) >= minMillis,
      (token) => {
        if (this.#isInvalid) return null
        if (token) this.#change(token)
        else this.markInvalid(true)
        return token
      },
    )
  }

  /** Accepts an access token that another tab or request got for the same session. */
  offer(text: string | null): void {
    const token = text !== this.#accessToken?.text && text !== this.#rejected ? decodeAccessToken(text) : null
    if (token && (token.claims.exp ?? 0) >= (this.#accessToken?.claims.exp ?? 0)) this.#accessToken = token
  }

  /** Called when the server rejected this access token. A newer one is kept. */
  dropAccessToken(text: string, rejection?: Rejection): void {
    this.#rejected = text
    this.rejection = rejection
    if (this.#accessToken?.text !== text) return
    if (this.#refreshToken) this.#change(null)
    else this.markInvalid()
  }

  markInvalid(byServer?: boolean): void {
    if (this.#isInvalid) return
    this.#isInvalid = true
    this.#accessToken = null
    this.#parts.save(noTokens)
    for (const listener of this.#listeners) listener(byServer)
  }

  #change(token: AccessToken | null): void {
    this.#accessToken = token
    this.#parts.save({ accessToken: token?.text ?? null, refreshToken: this.#refreshToken })
  }
}
