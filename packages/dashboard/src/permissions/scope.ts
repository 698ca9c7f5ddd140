export type Scope = 'team' | 'project'

/** Latchkey's own permissions cannot be changed. */
export const isBuiltIn = (id: string) => id.startsWith('$')
