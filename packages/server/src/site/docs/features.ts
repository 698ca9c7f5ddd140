import { type Api, listOperations, type Operation } from './api.ts'

/** The routes that belong together, which have a page of their own. */
export interface Feature {
  name: string
  description?: string
  operations: Operation[]
}

export function listFeatures(api: Api): Feature[] {
  const operations = listOperations(api)
  return api.tags.map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags[0] === tag.name) }))
}
