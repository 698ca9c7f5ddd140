import { isLocalhost } from '../localhost.ts'
import type { ProjectConfig } from '../project-config/render.ts'

/** All problems that prevent production mode, so that they can be fixed at once. */
export function findProductionModeProblems({ allowLocalhost, trustedDomains }: ProjectConfig['domains']): string[] {
  const domains = Object.values(trustedDomains).flatMap(({ baseUrl }) => baseUrl ?? [])
  return [
    ...(allowLocalhost ? ['Localhost is not allowed in production mode. Please switch it off'] : []),
    ...domains.sort().flatMap((domain) => findProblem(domain) ?? []),
  ]
}

function findProblem(domain: string): string | undefined {
  // Wildcards are replaced by a valid name.
  const address = domain.replaceAll(/\*+/g, 'wildcard')
  if (!URL.canParse(address)) return `Trusted domain is not a valid URL: ${domain}`
  const { hostname, protocol } = new URL(address)
  if (isLocalhost(hostname)) return `Localhost domains are not allowed to be trusted in production mode: ${domain}`
  if (/^\d+(\.\d+)*$/.test(hostname))
    return `Direct IPs are not valid for trusted domains in production mode: ${domain}`
  return protocol === 'https:' ? undefined : `Trusted domains should be HTTPS: ${domain}`
}
