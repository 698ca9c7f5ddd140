import type { CacheStore } from '../cache/cached-value.ts'
import { tokenOrNull } from './access-token.ts'
import { browserCookies, findOwnCookie, keepForHost, readTokens, writeTokens } from './cookies.ts'
import { noTokens } from './session.ts'

/**
 * Where an app stores or reads the tokens of a session.
 * @example const tokenStore: TokenStoreInit = { accessToken, refreshToken }
 */
export type TokenStoreInit = 'cookie' | 'nextjs-cookie' | 'memory' | RequestLike | TokenPair | null

/**
 * Anything with headers, such as a request.
 * @example await latchkey.getUser({ tokenStore: { headers: new Headers({ 'x-stack-auth': json }) } })
 */
export interface RequestLike {
  /** The headers with the tokens. */
  headers: { get(name: string): string | null }
}

/**
 * The tokens of a session; null if nobody is signed in.
 * @example const { accessToken, refreshToken }: TokenPair = await user.getAuthJson()
 */
export interface TokenPair {
  /** Identifies the user for a few minutes. */
  accessToken: string | null
  /** Gets new access tokens until the session ends. */
  refreshToken: string | null
}

/** Where the tokens of one visitor are stored. */
export interface TokenStore {
  /** True if other tabs share the tokens, so that only one of them may refresh at a time. */
  readonly isShared?: true
  /** True if the tokens came with a request, so they are untrusted. */
  readonly isOfRequest?: true
  /**
   * For servers that render a page with these tokens: fetches once, so that all parts of the page show the same value.
   */
  loadOnce?<T>(this: void, value: CacheStore<T>): Promise<T>
  get(): TokenPair
  set(tokens: TokenPair): void
  subscribe(listener: () => void): () => void
}

export function createMemoryStore(initial: TokenPair = noTokens): TokenStore {
  let tokens: TokenPair = {
    accessToken: tokenOrNull(initial.accessToken),
    refreshToken: tokenOrNull(initial.refreshToken),
  }
  const listeners = new Set<() => void>()
  return {
    get: () => tokens,
    set(next) {
      if (isSame(tokens, next)) return
      tokens = next
      // Deferred, because a read can detect a change, and reads happen during rendering.
      queueMicrotask(() => {
        for (const listener of [...listeners]) listener()
      })
    },
    subscribe(listener) {
      // Wrapped, because the same listener may subscribe twice.
      const call = () => listener()
      listeners.add(call)
      return () => void listeners.delete(call)
    },
  }
}

/** The cookies of the page. Polled every 100 ms while there are subscribers, to notice changes by other tabs. */
export function createCookieStore(projectId: string, cookieDomain?: string): TokenStore {
  // On other domains, such as localhost, a browser would not store cookies of that domain.
  const domain = cookieDomain && `.${location.hostname}`.endsWith(`.${cookieDomain}`) ? cookieDomain : undefined
  const memory = createMemoryStore()
  let timer: ReturnType<typeof setInterval> | undefined
  let listenerCount = 0
  const examined = new Map<string, { text: string; own: string | undefined }>()

  // Values that were checked last time are not checked again, because that would write a cookie on every poll.
  const findOwn = (name: string, values: string[]) => {
    const { refreshToken } = memory.get()
    if (refreshToken && values.includes(refreshToken)) return refreshToken
    const text = values.join()
    const last = examined.get(name)
    if (last?.text === text) return last.own
    // Without a cookie of the domain, a cookie of this host is from before the app set the option. The next write moves
    // it.
    const own = findOwnCookie(name, values, domain) ?? (domain && findOwnCookie(name, values))
    examined.set(name, { text, own })
    return own
  }

  const get = () => {
    const before = memory.get()
    const found = readTokens(browserCookies, projectId, domain, findOwn)
    keepForHost(projectId, found.refreshToken, domain)
    // The access cookie expires after a day, or another project on this host overwrites it; the token is still valid.
    const isKept = !found.accessToken && found.refreshToken === before.refreshToken
    memory.set(isKept ? before : found)
    return memory.get()
  }

  return {
    isShared: true,
    get,
    set(tokens) {
      if (domain) writeTokens(browserCookies, projectId, noTokens)
      writeTokens(browserCookies, projectId, tokens, domain)
      // Browsers store cookies in the background. Reading them waits, so that the tab that gets the lock next sees them.
      browserCookies.getAll('')
      examined.clear()
      memory.set(tokens)
    },
    subscribe(listener) {
      const stop = memory.subscribe(listener)
      if (!listenerCount++) timer = setInterval(get, 100)
      return () => {
        stop()
        if (!--listenerCount) clearInterval(timer)
      }
    },
  }
}

const isSame = (a: TokenPair, b: TokenPair) => a.accessToken === b.accessToken && a.refreshToken === b.refreshToken
