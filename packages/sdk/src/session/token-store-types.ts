export type TokenStoreInit = 'cookie' | 'nextjs-cookie' | 'memory' | RequestLike | TokenPair | null

export interface RequestLike {
  headers: { get(name: string): string | null }
}

export interface TokenPair {
  accessToken: string | null
  refreshToken: string | null
}

/** What a framework lends to `'nextjs-cookie'` on the server. */
export interface ServerCookies {
  /** Every value sent under this name, decoded. */
  getAll(name: string): string[]
  /** Null deletes. May throw where the framework forbids writing, as in server components. */
  set(name: string, value: string | null, maxAgeSeconds: number, attributes: CookieAttributes): void
}

/** What a cookie of tokens needs besides its lifetime; `secure` where the app is served over https. */
export interface CookieAttributes {
  sameSite: 'lax'
  secure: boolean
}
