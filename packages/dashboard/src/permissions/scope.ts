import type { RowOf } from '../data/data.ts'

export type Scope = 'team' | 'project'

export type Definition = RowOf<'GET /team-permission-definitions'>

/** Latchkey's own permissions cannot be changed. */
export const isBuiltIn = (id: string) => id.startsWith('$')
