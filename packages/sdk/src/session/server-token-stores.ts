import type { ServerCookies } from '../environment/framework.ts'
import { StatusError } from '../errors/errors.ts'
import { parseCookies, readTokens, writeTokens } from './cookies.ts'
import { createMemoryStore, type RequestLike, type TokenPair, type TokenStore } from './token-store.ts'

// Apart from the other stores, because browsers have no use for these.

/** Cookies that a framework provides on the server. Where it forbids writing, new tokens are not stored. */
export function createServerCookieStore(projectId: string, cookies: ServerCookies, cookieDomain?: string): TokenStore {
  const memory = createMemoryStore(readTokens(cookies, projectId, cookieDomain))
  return {
    ...memory,
    kind: 'page',
    set(tokens) {
      memory.set(tokens)
      try {
        writeTokens(cookies, projectId, tokens, cookieDomain)
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
  return { ...createMemoryStore(tokens), kind: 'request' }
}

function parseAuthHeader(text: string): TokenPair {
  try {
    const parsed = JSON.parse(text)
    const { accessToken = null, refreshToken = null } = parsed
    const isObject = typeof parsed === 'object' && !Array.isArray(parsed)
    if (isObject && [accessToken, refreshToken].every(isTokenOrNull)) return { accessToken, refreshToken }
  } catch {}
  throw new StatusError(400, 'The x-stack-auth header is not the JSON that getAuthHeaders() returns.')
}

const isTokenOrNull = (value: unknown) => value === null || (typeof value === 'string' && value !== 'undefined')
