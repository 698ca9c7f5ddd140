import type { Override } from '../project-config/override.ts'
import type { ProjectConfig } from '../project-config/render.ts'
import { isLocalhost, isTrustedUrl } from '../projects/trusted-urls.ts'

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
