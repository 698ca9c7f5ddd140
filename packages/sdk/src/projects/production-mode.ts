import type { AdminProjectConfig } from './admin-project-settings.ts'

export interface ProductionModeError {
  readonly message: string
  /** The page of a dashboard where it can be mended. */
  readonly relativeFixUrl: string
}

/** What a project that is used in earnest should not have. At most one thing is said about each domain. */
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
  // Stars stand for parts of a name, so a name takes their place.
  const address = domain.replaceAll(/\*+/g, 'wildcard')
  if (!URL.canParse(address)) return `Trusted domain is not a valid URL: ${domain}`
  const { hostname, protocol } = new URL(address)
  if (isLocalhost(hostname)) return `Localhost domains are not allowed to be trusted in production mode: ${domain}`
  if (/^\d+(\.\d+)*$/.test(hostname))
    return `Direct IPs are not valid for trusted domains in production mode: ${domain}`
  if (protocol !== 'https:') return `Trusted domains should be HTTPS: ${domain}`
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(host)
}
