import type { Config } from '../../platform/config.ts'
import { isLocalhost } from '../../platform/localhost.ts'
import type { Override } from '../project-config/override.ts'
import type { ProjectConfig } from '../project-config/render.ts'
import { isTrustedUrl } from '../trusted-urls.ts'

/** The apps that this server serves, by the name of their trusted domain, with the paths of their pages. */
const handlerPaths = { dashboard: '/handler', demo: '/demo/handler' } as const

/** Trusts the current URL of the server, so that its own apps can be redirected to after signing in. */
export function trustOwnAddress(
  place: keyof typeof handlerPaths,
  url: string,
  domains: ProjectConfig['domains'],
): Override {
  if (isLocalhost(new URL(url).hostname) || isTrustedUrl(url, domains)) return {}
  return { [`domains.trustedDomains.${place}`]: { baseUrl: url, handlerPath: handlerPaths[place] } }
}

/** A server with a public URL does not trust localhost. */
export function closesLocalhost({ url, isProduction }: Pick<Config, 'url' | 'isProduction'>): boolean {
  return isProduction && !isLocalhost(new URL(url).hostname)
}

/** Removes the localhost domains that were trusted while the server ran on a developer's machine. */
export function distrustLocalhost({ trustedDomains }: ProjectConfig['domains']): Override {
  const isLocal = (baseUrl = '') => URL.canParse(baseUrl) && isLocalhost(new URL(baseUrl).hostname)
  const ids = Object.keys(trustedDomains).filter((id) => isLocal(trustedDomains[id]?.baseUrl))
  return Object.fromEntries(ids.map((id) => [`domains.trustedDomains.${id}`, null]))
}
