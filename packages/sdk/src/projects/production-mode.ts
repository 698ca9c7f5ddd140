import { findDomainProblem } from '@latchkey/contract/trusted-domains'
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
  const messages = config.domains.flatMap(({ domain }) => {
    const problem = findDomainProblem(domain)
    return problem ? [`${problem}: ${domain}`] : []
  })
  if (config.allowLocalhost) messages.unshift('Localhost is not allowed in production mode. Please switch it off')
  const relativeFixUrl = `/projects/${projectId}/domains`
  return messages.map((message) => Object.freeze({ message, relativeFixUrl }))
}
