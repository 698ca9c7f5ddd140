import { type Api, listOperations, type Operation } from './api.ts'

/** A group of routes with its own page. */
export interface Feature {
  name: string
  description?: string
  operations: Operation[]
}

export function listFeatures(api: Api): Feature[] {
  const operations = listOperations(api)
  return api.tags.map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags[0] === tag.name) }))
}
