export type Scope = 'team' | 'project'

/** Those of Latchkey itself cannot be changed. */
export const isBuiltIn = (id: string) => id.startsWith('$')
