import type { CookieAttributes, ServerCookies } from '../environment/framework.ts'
import { isToken } from './access-token.ts'
import { noTokens } from './session.ts'
import type { TokenPair } from './token-store.ts'

const yearSeconds = 31_536_000
const daySeconds = 86_400
const legacyName = 'stack-refresh'
const accessName = 'stack-access'
/** Only sent over https, which tells the server that the app uses it. */
const httpsName = 'stack-is-https'

const refreshName = (projectId: string) => `${legacyName}-${projectId}`

/**
 * The values of one cookie name in a Cookie header. Values that cannot be decoded are left out.
 * @internal
 */
export function parseCookies(header: string, name: string): string[] {
  return header.split(';').flatMap((part) => {
    const [key, ...value] = part.split('=')
    if (key!.trim() !== name) return []
    try {
      return decodeURIComponent(value.join('=').trim())
    } catch {
      return []
    }
  })
}

/** The page's cookies, for this host only or for a domain and all its subdomains. */
export const createBrowserCookies = (domain?: string) =>
  ({
    getAll: (name: string) => parseCookies(document.cookie, name),
    set(name: string, value: string | null, maxAgeSeconds: number): void {
      const maxAge = value === null ? 0 : maxAgeSeconds
      const security = (location.protocol === 'https:' ? '; secure' : '') + (domain ? `; domain=${domain}` : '')
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere.
      document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${maxAge}; samesite=lax${security}`
    },
  }) satisfies ServerCookies

/** Names, path and domain match those of deployed apps, so that both can read each other's cookies. */
export const browserCookies = createBrowserCookies()

/**
 * Reads the tokens from cookies. `findOwn` picks the value to trust if a name occurs several times, which happens when
 * another subdomain sets a cookie of the same name to make people use its session.
 */
export function readTokens(
  cookies: Pick<ServerCookies, 'getAll'>,
  projectId: string,
  findOwn: (name: string, values: string[]) => string | undefined = onlyValue,
): TokenPair {
  const find = (name: string) => findOwn(name, cookies.getAll(name).filter(isToken))
  const refreshToken = find(refreshName(projectId)) ?? find(legacyName)
  if (!refreshToken) return noTokens
  return { refreshToken, accessToken: findPaired(cookies.getAll(accessName), refreshToken) }
}

export function writeTokens(cookies: ServerCookies, projectId: string, tokens: TokenPair, domain?: string): void {
  const { refreshToken, accessToken } = tokens
  const attributes: CookieAttributes = { sameSite: 'lax', secure: cookies.getAll(httpsName).length > 0, domain }
  cookies.set(refreshName(projectId), refreshToken, yearSeconds, attributes)
  cookies.set(
    accessName,
    refreshToken && accessToken && JSON.stringify([refreshToken, accessToken]),
    daySeconds,
    attributes,
  )
  cookies.set(legacyName, null, 0, attributes)
}

/**
 * Reading does not tell our cookies from those of other domains or paths, but writing changes only ours: a single
 * value is ours if writing it again adds no second one, and among several it is the one that deleting removes.
 */
export function findOwnCookie(name: string, values: string[], { getAll, set } = browserCookies): string | undefined {
  const [first] = values
  if (first === undefined) return
  if (values.length === 1) {
    set(name, first, yearSeconds)
    if (getAll(name).length === 1) return first
    set(name, null, 0)
    return
  }
  set(name, null, 0)
  const others = getAll(name)
  const own = values.find((value) => count(others, value) < count(values, value))
  if (own) set(name, own, yearSeconds)
  return own
}

/** On a server there is no way to find out, so several different values of one name are not trusted. */
function onlyValue(_name: string, values: string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}

/** All projects on a host share the access cookie, so it is used only with the refresh token that it belongs to. */
function findPaired(values: string[], refreshToken: string): string | null {
  for (const value of values) {
    try {
      const pair: unknown[] = value.startsWith('["') && JSON.parse(value)
      if (pair[0] === refreshToken && typeof pair[1] === 'string' && isToken(pair[1])) return pair[1]
    } catch {}
  }
  return null
}

const count = (values: string[], value: string) => values.filter((each) => each === value).length
