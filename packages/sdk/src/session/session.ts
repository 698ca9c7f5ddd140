import { AssertionError } from '../errors/errors.ts'
import { type AccessToken, assertToken, decodeAccessToken, type ServerTime } from './access-token.ts'
import type { TokenPair } from './token-store.ts'

export interface Session {
  getTokens(): Promise<TokenPair>
}

/** A session with what it takes to send requests in its name. */
export interface InternalSession extends Session {
  /** The server refused this access token, so another one is needed. */
  dropAccessToken(accessToken: string): void
}

export const noTokens: TokenPair = { accessToken: null, refreshToken: null }

interface SessionParts {
  time: ServerTime
  /**
   * Finds a usable access token or gets a new one, null when the server does not accept the refresh token any more,
   * and has it accepted before another tab gets its turn.
   */
  refresh(
    this: void,
    refreshToken: string,
    isUsable: (token: AccessToken) => boolean,
    accept: (token: AccessToken | null) => AccessToken | null,
  ): Promise<AccessToken | null>
  /** The tokens of this session changed and its store should know. */
  save(this: void, tokens: TokenPair): void
}

/** One sign-in of one user. It never changes user and never becomes valid again. */
export class UserSession {
  // Private for real, so that logging or serialising a user does not give the session away.
  readonly #refreshToken: string | null
  #accessToken: AccessToken | null
  #rejected: string | undefined
  #refreshing: Promise<AccessToken | null> | undefined
  #isInvalid: boolean
  readonly #parts: SessionParts
  readonly #listeners = new Set<() => void>()

  constructor(tokens: TokenPair, parts: SessionParts) {
    this.#refreshToken = tokens.refreshToken
    this.#accessToken = decodeAccessToken(tokens.accessToken)
    this.#isInvalid = !this.#refreshToken && !this.#accessToken
    this.#parts = parts
  }

  /** Sessions of one store are told apart by this: the refresh token stays, access tokens come and go. */
  static keyOf(tokens: TokenPair): string {
    return assertToken(tokens.refreshToken) ?? `access ${assertToken(tokens.accessToken)}`
  }

  get isInvalid(): boolean {
    return this.#isInvalid
  }

  onInvalidate(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** The access token as it is, unless it has expired. */
  findAccessToken(minMillis = 0): AccessToken | null {
    const token = this.#isInvalid ? null : this.#accessToken
    return token && this.#parts.time.remainingMillis(token) > minMillis ? token : null
  }

  /** Both tokens, with an access token that lives for some time yet. Parallel callers share one refresh. */
  async getTokens(minMillis = 20_000): Promise<TokenPair> {
    if (minMillis > 60_000) throw new AssertionError('An access token cannot be asked to live for more than 60 s.')
    // Without a refresh token there is nothing better to wait for, so the token counts until it expires.
    let token = this.findAccessToken(this.#refreshToken ? minMillis : 0)
    if (!token && this.#refreshToken && !this.#isInvalid) {
      this.#refreshing ??= this.#refresh(minMillis).finally(() => {
        this.#refreshing = undefined
      })
      token = await this.#refreshing
      if (token && this.#parts.time.remainingMillis(token) < minMillis) {
        throw new AssertionError('A new access token expires too soon.', token.claims)
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
        else this.markInvalid()
        return token
      },
    )
  }

  /** Takes over an access token that another tab or request got for the same session. */
  offer(text: string | null): void {
    const token = text !== this.#accessToken?.text && text !== this.#rejected ? decodeAccessToken(text) : null
    if (token && (token.claims.exp ?? 0) >= (this.#accessToken?.claims.exp ?? 0)) this.#accessToken = token
  }

  /** The server refused this access token. Another one that arrived meanwhile is kept. */
  dropAccessToken(text: string): void {
    this.#rejected = text
    if (this.#accessToken?.text !== text) return
    if (this.#refreshToken) this.#change(null)
    else this.markInvalid()
  }

  markInvalid(): void {
    if (this.#isInvalid) return
    this.#isInvalid = true
    this.#accessToken = null
    this.#parts.save(noTokens)
    for (const listener of this.#listeners) listener()
  }

  #change(token: AccessToken | null): void {
    this.#accessToken = token
    this.#parts.save({ accessToken: token?.text ?? null, refreshToken: this.#refreshToken })
  }
}
