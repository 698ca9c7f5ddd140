import type { ServerCookies } from '../environment/framework.ts'
import { decodeAccessToken, isToken } from './access-token.ts'
import { ownName, readTokens, writeTokens, yearSeconds } from './cookies.ts'
import { handleOf, isHandle } from './handles.ts'
import type { TokenPair } from './token-store.ts'

// Only servers need this. A refresh token that no script can read has a cookie of its own, named after its session. The
// cookies that scripts can read have the id of the session in its place, so that accounts and tabs work as ever.

/** On https, a name that only the host itself can set. */
export const keptPrefix = (projectId: string, secure: boolean) => `${secure ? '__Host-' : ''}stack-kept-${projectId}-`

/** As for the cookies that scripts can read. */
const isSecurePage = ({ isSecure, getAll }: ServerCookies, projectId: string) =>
  isSecure || getAll(ownName(projectId)).length > 0

const nameOf = (cookies: ServerCookies, projectId: string, handle: string) =>
  keptPrefix(projectId, isSecurePage(cookies, projectId)) + handle.slice(handleOf('').length)

/** Null if there is none, or several on http, where another host may have set one. */
export function findKept(cookies: ServerCookies, projectId: string, handle: string): string | null {
  const [value, ...others] = new Set(cookies.getAll(nameOf(cookies, projectId, handle)))
  return isToken(value) && others.length === 0 ? value : null
}

export function writeKept(cookies: ServerCookies, projectId: string, handle: string, token: string | null): void {
  const secure = isSecurePage(cookies, projectId)
  cookies.set(nameOf(cookies, projectId, handle), token, yearSeconds, { secure, httpOnly: true })
}

/** The handle of the session that an access token belongs to. */
export function findHandle(accessToken: string | null): string | undefined {
  const id = decodeAccessToken(accessToken)?.claims.refresh_token_id
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? handleOf(id) : undefined
}

/** Without the refresh token, an access token can still be used until it expires. */
export function openKept(cookies: ServerCookies, projectId: string, tokens: TokenPair): TokenPair {
  const { accessToken, refreshToken } = tokens
  return isHandle(refreshToken) ? { accessToken, refreshToken: findKept(cookies, projectId, refreshToken) } : tokens
}

/** Stores the tokens so that scripts can read the access token only. */
export function writeHidden(cookies: ServerCookies, projectId: string, tokens: TokenPair): void {
  const { accessToken, refreshToken } = tokens
  const { refreshToken: before } = readTokens(cookies, projectId)
  const handle = findHandle(accessToken) ?? (isHandle(before) ? before : undefined)
  if (!handle) throw new Error('The session of these tokens is unknown.')
  writeKept(cookies, projectId, handle, refreshToken)
  writeTokens(cookies, projectId, refreshToken ? { accessToken, refreshToken: handle } : tokens)
}
