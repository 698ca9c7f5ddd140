import { PlainError } from '../platform/http/plain-error.ts'
import type { Project } from './cache.ts'

type WithEnvironment = Pick<Project, 'environment'>

/** Development and staging are for trying things out: nobody is charged there. */
export const isForTesting = ({ environment }: WithEnvironment) =>
  environment === 'development' || environment === 'staging'

export function assertNotForTesting(project: WithEnvironment, what: string): void {
  if (!isForTesting(project)) return
  throw new PlainError(400, `This project is the ${project.environment} environment. ${what}`)
}
