import type { Config } from '../config.ts'
import { isLocalhost } from '../localhost.ts'
import type { Override } from '../project-config/override.ts'
import type { ProjectConfig } from '../project-config/render.ts'
import { isTrustedUrl } from '../projects/trusted-urls.ts'

/** What this server serves, by the name of its trusted domain, and where its pages are. */
const handlerPaths = { dashboard: '/handler', demo: '/demo/handler' } as const

/** Whoever signs in at what this server serves must be able to come back to it, wherever the server is now. */
export function trustOwnAddress(
  place: keyof typeof handlerPaths,
  url: string,
  domains: ProjectConfig['domains'],
): Override {
  if (isLocalhost(new URL(url).hostname) || isTrustedUrl(url, domains)) return {}
  return { [`domains.trustedDomains.${place}`]: { baseUrl: url, handlerPath: handlerPaths[place] } }
}

/** A server that people reach by a public address sends nobody to their own machine. */
export function closesLocalhost({ url, isProduction }: Pick<Config, 'url' | 'isProduction'>): boolean {
  return isProduction && !isLocalhost(new URL(url).hostname)
}

/** Takes out what was trusted while the server ran on somebody's machine. */
export function distrustLocalhost({ trustedDomains }: ProjectConfig['domains']): Override {
  const isLocal = (baseUrl = '') => URL.canParse(baseUrl) && isLocalhost(new URL(baseUrl).hostname)
  const ids = Object.keys(trustedDomains).filter((id) => isLocal(trustedDomains[id]?.baseUrl))
  return Object.fromEntries(ids.map((id) => [`domains.trustedDomains.${id}`, null]))
}
