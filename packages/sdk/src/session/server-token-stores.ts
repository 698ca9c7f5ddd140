import type { ServerCookies } from '../environment/framework.ts'
import { parseCookies, readTokens, writeTokens } from './cookies.ts'
import { isHandle } from './handles.ts'
import { openKept, writeHidden } from './kept-tokens.ts'
import { noTokens } from './session.ts'
import { createMemoryStore, type RequestLike, type TokenPair, type TokenStore } from './token-store.ts'

// Separate from the other stores, because browsers do not need these.

export function createServerStore(
  request: RequestLike | ServerCookies,
  projectId: string,
  cookieDomain: string | undefined,
  isHttpOnly?: boolean,
): TokenStore {
  return 'headers' in request
    ? createRequestStore(projectId, request, cookieDomain)
    : createServerCookieStore(projectId, request, cookieDomain, isHttpOnly)
}

/** Cookies that a framework provides on the server. Where it forbids writing, new tokens are not stored. */
export function createServerCookieStore(
  projectId: string,
  cookies: ServerCookies,
  cookieDomain?: string,
  isHttpOnly?: boolean,
): TokenStore {
  const stored = readTokens(cookies, projectId, cookieDomain)
  const memory = createMemoryStore(openKept(cookies, projectId, stored))
  let isHidden = isHandle(stored.refreshToken)
  return {
    ...memory,
    isOfRequest: true,
    async loadOnce(value) {
      const entry = value.getSnapshot()
      if (entry.status === 'error') throw entry.error
      return entry.status === 'ok' ? entry.value : entry.promise
    },
    set(tokens) {
      // Only the browser has the key of a bound session, so it finds out itself whether the session has ended.
      const isOfBrowser = !tokens.refreshToken && memory.get().refreshToken?.startsWith('bound-')
      memory.set(tokens)
      if (isOfBrowser) return
      isHidden ||= !!isHttpOnly && !cookieDomain && /^(?!bound-)/.test(tokens.refreshToken ?? 'bound-')
      try {
        if (isHidden) writeHidden(cookies, projectId, tokens)
        else writeTokens(cookies, projectId, tokens, cookieDomain)
      } catch {}
    },
  }
}

/** A snapshot of a request's tokens. New tokens are kept with the request object and are not sent back. */
export function createRequestStore(projectId: string, { headers }: RequestLike, cookieDomain?: string): TokenStore {
  const auth = headers.get('x-stack-auth')
  const cookie = headers.get('cookie') ?? ''
  const getAll = (name: string) => parseCookies(cookie, name)
  const tokens = auth ? parseAuthHeader(auth) : readTokens({ getAll }, projectId, cookieDomain)
  const cookies = { isSecure: false, getAll, set() {} }
  return { ...createMemoryStore(openKept(cookies, projectId, tokens)), isOfRequest: true }
}

/** Parses the JSON of `getAuthHeaders()`. The header is untrusted; the store ignores malformed tokens. */
function parseAuthHeader(text: string): TokenPair {
  try {
    return JSON.parse(text) ?? noTokens
  } catch {
    return noTokens
  }
}
