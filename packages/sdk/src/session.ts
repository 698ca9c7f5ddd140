import { type AccessToken, assertToken, decodeAccessToken, type ServerTime } from './access-token.ts'
import { AssertionError } from './errors.ts'
import type { TokenPair } from './types.ts'

export const noTokens: TokenPair = { accessToken: null, refreshToken: null }

interface SessionParts {
  time: ServerTime
  /** A new access token, or null when the server does not accept the refresh token any more. */
  refresh(this: void, session: Session, isUsable: (token: AccessToken) => boolean): Promise<AccessToken | null>
  /** Called when the tokens of this session changed and its store should know. */
  save(this: void, session: Session, tokens: TokenPair): void
}

/** One sign-in of one user. It never changes user and never becomes valid again. */
export class Session {
  readonly refreshToken: string | null
  #accessToken: AccessToken | null
  #rejected: string | undefined
  #refreshing: Promise<AccessToken | null> | undefined
  #isInvalid: boolean
  readonly #parts: SessionParts
  readonly #listeners = new Set<() => void>()

  constructor(tokens: TokenPair, parts: SessionParts) {
    this.refreshToken = tokens.refreshToken
    this.#accessToken = decodeAccessToken(tokens.accessToken)
    this.#isInvalid = !this.refreshToken && !this.#accessToken
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
    let token = this.findAccessToken(this.refreshToken ? minMillis : 0)
    if (!token && this.refreshToken && !this.#isInvalid) {
      this.#refreshing ??= this.#refresh(minMillis).finally(() => {
        this.#refreshing = undefined
      })
      token = await this.#refreshing
      if (token && this.#parts.time.remainingMillis(token) < minMillis) {
        throw new AssertionError('A new access token expires too soon.', token.claims)
      }
    }
    if (!token) {
      if (!this.refreshToken) this.markInvalid()
      return noTokens
    }
    return { accessToken: token.text, refreshToken: this.refreshToken }
  }

  async #refresh(minMillis: number): Promise<AccessToken | null> {
    const token = await this.#parts.refresh(this, (found) => {
      return found.text !== this.#rejected && this.#parts.time.remainingMillis(found) >= minMillis
    })
    if (this.#isInvalid) return null
    if (token) this.#change(token)
    else this.markInvalid()
    return token
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
    if (this.refreshToken) this.#change(null)
    else this.markInvalid()
  }

  markInvalid(): void {
    if (this.#isInvalid) return
    this.#isInvalid = true
    this.#accessToken = null
    this.#parts.save(this, noTokens)
    for (const listener of this.#listeners) listener()
  }

  #change(token: AccessToken | null): void {
    this.#accessToken = token
    this.#parts.save(this, { accessToken: token?.text ?? null, refreshToken: this.refreshToken })
  }
}
