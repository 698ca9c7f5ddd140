import type { Project } from './rows.ts'

export type Environment = NonNullable<Project['environment']>

/** In the order in which changes pass through them. */
export const environmentNames = {
  development: 'Development',
  staging: 'Staging',
  production: 'Production',
} as const satisfies Record<Environment, string>

/** Development and staging charge nobody and are never in production mode. */
export const isForTesting = ({ environment }: Pick<Project, 'environment'>) =>
  environment === 'development' || environment === 'staging'

const order = Object.keys(environmentNames)

/** The environments of the project's app, this one included. */
export function environmentsOf(projects: readonly Project[], project: Project): Project[] {
  const { environment_group_id: group } = project
  return byEnvironment(group ? projects.filter((each) => each.environment_group_id === group) : [])
}

const byEnvironment = (projects: readonly Project[]) =>
  projects.toSorted((a, b) => order.indexOf(a.environment ?? '') - order.indexOf(b.environment ?? ''))
