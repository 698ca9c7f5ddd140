import type { RowOf } from '../data/data.ts'
import { oneOf, searchParser } from '../data/search.ts'

export type Scope = 'team' | 'project'

export type Definition = RowOf<'GET /team-permission-definitions'>

/** Latchkey's own permissions cannot be changed. */
export const isBuiltIn = (id: string) => id.startsWith('$')

/** A permission that contains others. */
export const isRole = ({ contained_permission_ids: inside }: Definition) => inside.length > 0

/** Roles first, then the project's own permissions, then the built-in ones. Otherwise in the order of the server. */
export const inReadingOrder = (definitions: readonly Definition[]): Definition[] => {
  const rank = (definition: Definition) => (isRole(definition) ? 0 : isBuiltIn(definition.id) ? 2 : 1)
  return definitions.toSorted((a, b) => rank(a) - rank(b))
}

/** Who holds permissions of a scope. */
export const holdersOf = { team: ['member', 'members'], project: ['user', 'users'] } as const

/** The scope of the listed permissions. Team permissions are the default and not in the URL. */
export const parsePermissionSearch = searchParser({ scope: oneOf('project') })
