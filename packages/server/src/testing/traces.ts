import type { Routes } from '@latchkey/contract'
import { traces } from '../records/traces/traces.ts'
import type { TestProject } from './project.ts'

type Query = NonNullable<Routes['GET /internal/traces']['request']['query']>

/** What failed in the project, once it is written. */
export async function listTraces(project: TestProject, query: Query = {}) {
  await traces(project.server.platform).flush()
  return (await project.call('GET /internal/traces', { as: 'admin', query })).items
}
