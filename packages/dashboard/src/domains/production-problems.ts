import { findDomainProblem as findProblem } from '@latchkey/contract/trusted-domains'
import type { Project } from '../data/rows.ts'

/** The number of settings that are not suitable for production. */
export const countProductionProblems = ({ config }: Project): number =>
  Number(config.allow_localhost) + config.domains.filter(({ domain }) => findProblem(domain)).length

/** Why a domain is not suitable for production, as a sentence. */
export function findDomainProblem(domain: string): string | undefined {
  const problem = findProblem(domain)
  return problem && `${problem}.`
}
