import type { CookieAttributes, ServerCookies } from '../environment/framework.ts'
import { pageCookies } from '../environment/page-cookies.ts'
import { isToken } from './access-token.ts'
import { noTokens } from './session.ts'
import type { TokenPair } from './token-store.ts'

export const yearSeconds = 31_536_000
const daySeconds = 86_400
const legacyName = 'stack-refresh'
const accessName = 'stack-access'

/** The name that earlier versions and other clients use, and that hosts of one domain share. */
const plainName = (projectId: string) => `${legacyName}-${projectId}`

/**
 * Browsers only let the host itself set a cookie with this prefix, and only on https. It holds the refresh token or, if
 * a domain shares the session, a copy that tells which of several tokens this host knows to be of its domain.
 */
export const ownName = (projectId: string, domain?: string) =>
  `__Host-${plainName(projectId)}${domain ? `-${domain}` : ''}`

/** Lists the refresh tokens of all accounts of this browser, if people can switch between several. */
export const accountsName = (projectId: string, secure: boolean) =>
  `${secure ? '__Host-' : ''}stack-accounts-${projectId}`

/**
 * The values of one cookie name in a Cookie header, empty if they cannot be decoded. Only ASCII spaces are trimmed:
 * browsers protect `__Host-` names, but not names that start with another kind of space.
 * @internal
 */
export function parseCookies(header: string, name: string): string[] {
  return header.split(/; */).flatMap((part) => {
    const [key, ...value] = part.split('=')
    if (key !== name) return []
    try {
      return decodeURIComponent(value.join('='))
    } catch {
      return ''
    }
  })
}

/**
 * The page's cookies, for this host only or for a domain and all its subdomains.
 * @internal
 */
export const browserCookies = {
  get isSecure() {
    return location.protocol === 'https:'
  },
  getAll: (name: string) => parseCookies(pageCookies.read(), name),
  set(name: string, value: string | null, maxAgeSeconds: number, attributes: Partial<CookieAttributes> = {}) {
    const { domain, secure = this.isSecure } = attributes
    const maxAge = value === null ? 0 : maxAgeSeconds
    const security = (secure ? '; secure' : '') + (domain ? `; domain=${domain}` : '')
    pageCookies.write(`${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${maxAge}; samesite=lax${security}`)
  },
} satisfies ServerCookies

/** Picks the trusted value. Only browsers can determine it. */
type FindOwn = (name: string, values: string[]) => string | undefined

/** Reads the tokens from cookies. Another subdomain may have set some of them to make users adopt its session. */
export function readTokens(
  { getAll }: Pick<ServerCookies, 'getAll'>,
  projectId: string,
  domain?: string,
  findOwn?: FindOwn,
): TokenPair {
  const [own] = getAll(ownName(projectId, domain))
  // The first name that occurs decides, even without a trusted value: other hosts could add an older name.
  const ofHost = ownName(projectId)
  const plain = plainName(projectId)
  const isShared = domain && own !== undefined
  const name = [isShared ? plain : ofHost, plain, legacyName].find((each) => getAll(each).length) ?? plain
  const tokens = getAll(name).filter(isToken)
  // Once a page of the host has been opened, the server trusts the token that the page noted. Before that, it accepts a
  // single token.
  const pick = name === ofHost || !findOwn ? onlyValue : findOwn
  const refreshToken = tokens.includes(own!) ? own : (findOwn || own === undefined) && pick(name, tokens)
  if (!refreshToken) return noTokens
  return { refreshToken, accessToken: findPaired(getAll(accessName), refreshToken) }
}

export function writeTokens(cookies: ServerCookies, projectId: string, tokens: TokenPair, domain?: string): void {
  const { refreshToken, accessToken } = tokens
  const own = ownName(projectId, domain)
  // This name only exists on https, so it tells a server that the page is secure.
  const secure = cookies.isSecure || cookies.getAll(own).length > 0
  const attributes = { secure, domain }
  // Empty if nobody is signed in, so that other names still do not count.
  if (secure) cookies.set(own, refreshToken ?? '', yearSeconds, { secure })
  cookies.set(plainName(projectId), secure && !domain ? null : refreshToken, yearSeconds, attributes)
  cookies.set(
    accessName,
    refreshToken && accessToken && JSON.stringify([refreshToken, accessToken]),
    daySeconds,
    attributes,
  )
  cookies.set(legacyName, null, 0, attributes)
  // Whoever comes after a sign-out must not find the other accounts.
  const accounts = accountsName(projectId, secure)
  if (!refreshToken && cookies.getAll(accounts).length) cookies.set(accounts, null, 0, { secure })
}

/** On https, moves a session from an older name, or notes that there is none. Then no other host can add one. */
export function keepForHost(projectId: string, refreshToken: string | null, domain?: string): void {
  const { isSecure, getAll } = browserCookies
  const value = refreshToken ?? ''
  const [own] = getAll(ownName(projectId, domain))
  // Without a domain this is the session itself, which another tab may be changing: it is never overwritten.
  const isMissing = domain
    ? own !== value && (!value || getAll(plainName(projectId)).includes(value))
    : own === undefined
  if (isSecure && isMissing) browserCookies.set(ownName(projectId, domain), value, yearSeconds)
}

/**
 * Reading cannot distinguish our cookies from those of other domains or paths, but writing only affects ours: a single
 * value is ours if writing it again adds no second one, and among several it is the one that deleting removes.
 */
export function findOwnCookie(name: string, values: string[], domain?: string): string | undefined {
  const [first] = values
  const getAll = () => browserCookies.getAll(name)
  const set = (value: string | null) => browserCookies.set(name, value, yearSeconds, { domain })
  if (first === undefined) return
  if (values.length === 1) {
    const { length } = getAll()
    set(first)
    if (getAll().length === length) return first
    set(null)
    return
  }
  set(null)
  const others = getAll()
  const own = values.find((value) => count(others, value) < count(values, value))
  if (own) set(own)
  return own
}

/** Servers cannot determine it, so several different values of one name are not trusted. */
function onlyValue(_name: string, values: string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}

/** All projects on a host share the access cookie, so it is used only with the refresh token that it belongs to. */
function findPaired(values: string[], refreshToken: string): string | null {
  for (const value of values) {
    try {
      const pair: unknown[] = value.startsWith('["') && JSON.parse(value)
      if (pair[0] === refreshToken && isToken(pair[1])) return pair[1]
    } catch {}
  }
  return null
}

const count = (values: string[], value: string) => values.filter((each) => each === value).length
