import type { AdminProjectConfig } from './admin-project-settings.ts'

/**
 * A setting that has to be fixed before production mode can be turned on.
 * @example
 * for (const { message, relativeFixUrl } of await project.getProductionModeErrors()) {
 *   console.error(message, relativeFixUrl)
 * }
 */
export interface ProductionModeError {
  /** A description of the problem. */
  readonly message: string
  /** The dashboard page where it can be fixed. */
  readonly relativeFixUrl: string
}

/** Settings that are not suitable for production. At most one error per domain. */
export function findProductionModeErrors(
  projectId: string,
  config: Pick<AdminProjectConfig, 'allowLocalhost' | 'domains'>,
): ProductionModeError[] {
  const messages = config.domains.map(({ domain }) => findMistake(domain))
  if (config.allowLocalhost) messages.unshift('Localhost is not allowed in production mode. Please switch it off')
  const relativeFixUrl = `/projects/${projectId}/domains`
  return messages.flatMap((message) => (message ? [Object.freeze({ message, relativeFixUrl })] : []))
}

function findMistake(domain: string): string | undefined {
  // Replaced so that patterns can be parsed as URLs.
  const address = domain.replaceAll(/\*+/g, 'wildcard')
  if (!URL.canParse(address)) return `Trusted domain is not a valid URL: ${domain}`
  const { hostname, protocol } = new URL(address)
  if (isLocalhost(hostname)) return `Localhost domains are not allowed to be trusted in production mode: ${domain}`
  if (/^\d+(\.\d+)*$/.test(hostname))
    return `Direct IPs are not valid for trusted domains in production mode: ${domain}`
  if (matchesPublicSuffix(domain)) return `Anyone can register a site that matches this trusted domain: ${domain}`
  if (protocol !== 'https:') return `Trusted domains should be HTTPS: ${domain}`
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Whether the last star is followed by a public suffix such as `com`, where anybody can register, or by nothing. */
function matchesPublicSuffix(domain: string): boolean {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(domain)?.[1] ?? ''
  const afterStar = host.split('*').at(-1) ?? ''
  return host.includes('*') && afterStar.split('.').filter(Boolean).length < 2
}
