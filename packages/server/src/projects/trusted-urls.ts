import { isLocalhost } from '../platform/localhost.ts'
import type { ProjectConfig } from './project-config/render.ts'

/** Whether the project may redirect its users to this URL. Path, query and fragment do not matter. */
export function isTrustedUrl(text: string, domains: ProjectConfig['domains']): boolean {
  const url = parseUrl(text)
  if (!url) return false
  if (domains.allowLocalhost && isLocalhost(url.hostname)) return true
  return Object.values(domains.trustedDomains).some(({ baseUrl }) => baseUrl !== undefined && matches(baseUrl, url))
}

/** Schemes that run or read something instead of contacting a host. Apps in development use many others. */
const dangerousSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'view-source:'])

/** Rejects what browsers and parsers interpret differently: white space, control characters, backslashes, user info. */
export function parseUrl(text: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are just what must not pass
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (dangerousSchemes.has(url.protocol) || url.username !== '' || url.password !== '') return undefined
  // `http:///host` and other spellings that a parser repairs are rejected.
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) ? url : undefined
}

function matches(baseUrl: string, url: URL): boolean {
  const pattern = /^(https?:)\/\/([^/?#]+)/i.exec(baseUrl)
  if (!pattern || pattern[1]!.toLowerCase() !== url.protocol) return false
  const host = pattern[2]!.toLowerCase()
  const defaultPort = url.protocol === 'https:' ? '443' : '80'
  const port = url.port === '' ? defaultPort : url.port
  if (!host.includes('*')) {
    if (!URL.canParse(baseUrl)) return false
    const base = new URL(baseUrl)
    return base.hostname === url.hostname && (base.port === '' ? defaultPort : base.port) === port
  }
  if (/:[^\]]*$/.test(host)) return matchesWildcard(host, `${url.hostname}:${port}`)
  return port === defaultPort && matchesWildcard(host, url.hostname)
}

/**
 * `*` matches any characters except dots, `**` any characters. Implemented with sets of positions rather than a regular
 * expression, so that the time is bounded by pattern length times text length.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let reached: boolean[] = [true]
  for (const token of pattern.match(/\*+|[^*]/g) ?? []) {
    const next: boolean[] = []
    for (let position = 0; position <= text.length; position++) {
      const previous = text[position - 1]
      next[position] = token.startsWith('*')
        ? Boolean(reached[position] || (next[position - 1] && (token !== '*' || previous !== '.')))
        : Boolean(reached[position - 1] && previous === token)
    }
    reached = next
  }
  return reached[text.length] === true
}
