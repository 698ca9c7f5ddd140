import type { RowOf } from '../data/data.ts'
import { oneOf, searchParser } from '../data/search.ts'

export type Scope = 'team' | 'project'

export type Definition = RowOf<'GET /team-permission-definitions'>

/** Latchkey's own permissions cannot be changed. */
export const isBuiltIn = (id: string) => id.startsWith('$')

/** The scope of the listed permissions. Team permissions are the default and not in the URL. */
export const parsePermissionSearch = searchParser({ scope: oneOf('project') })
