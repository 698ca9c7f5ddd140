/** This file imports nothing, so that the dashboard can use it. */

export const oauthClientTypes = ['web', 'single_page', 'native', 'machine'] as const
export type OAuthClientType = (typeof oauthClientTypes)[number]

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Of programs that people know and that registered schemes without a dot before that was advised against. */
const knownSchemes = ['cursor', 'vscode', 'vscode-insiders', 'windsurf']

/** Plain HTTP to the user's own machine, where no certificate can be had. */
export function isLoopbackHttp(uri: string): boolean {
  const url = parse(uri)
  return url?.protocol === 'http:' && loopbackHosts.includes(url.hostname)
}

/** On a machine of the user, not on a server. Clients seldom say so, but redirects give it away. */
export function isNativeByRedirects(uris: readonly string[]): boolean {
  return uris.length > 0 && uris.every((uri) => isLoopbackHttp(uri) || !/^https?:/i.test(uri))
}

/** What is wrong with a redirect URI, to follow its name; undefined if nothing is. */
export function describeRedirectProblem(
  uri: string,
  { type, allowsLocalhost }: { type: OAuthClientType; allowsLocalhost: boolean },
): string | undefined {
  if (uri.length > 2_000) return 'must have at most 2,000 characters'
  const url = /^[\x21-\x7e]+$/.test(uri) && !uri.includes('\\') ? parse(uri) : undefined
  if (!url) return 'must be a URL, such as https://app.example.com/callback'
  if (uri.includes('#')) return 'must not have a fragment'
  if (uri.includes('*')) return 'must not have a wildcard: it is compared exactly'
  if (/^[^:]*:\/*[^/?]*@/.test(uri)) return 'must not have a user name or password'
  if (url.protocol === 'https:') return describeHttps(url, type)
  if (url.protocol === 'http:') return describeHttp(url, type, allowsLocalhost)
  return describeScheme(url, type)
}

function describeHttps({ hostname }: URL, type: OAuthClientType): string | undefined {
  const isLoopback = type === 'native' && loopbackHosts.includes(hostname)
  return isLoopback ? 'must use http for the own machine of the user' : undefined
}

function describeHttp({ hostname }: URL, type: OAuthClientType, allowsLocalhost: boolean): string | undefined {
  if (!loopbackHosts.includes(hostname)) return 'must use https'
  if (type === 'native' || allowsLocalhost) return undefined
  return 'must use https, because this project does not allow localhost'
}

/** A name that its owner has, backwards, is claimed by no other app and never a command of the operating system. */
function describeScheme({ protocol }: URL, type: OAuthClientType): string | undefined {
  if (type !== 'native') return 'must use https'
  const scheme = protocol.slice(0, -1)
  if (knownSchemes.includes(scheme) || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(scheme)) return undefined
  return 'must use https, or a scheme like com.example.app'
}

function parse(uri: string): URL | undefined {
  return URL.canParse(uri) ? new URL(uri) : undefined
}
