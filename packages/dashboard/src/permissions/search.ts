import type { Scope } from './scope.ts'

/** Where the shown permissions apply; those in teams are not in the address. */
export function parsePermissionSearch({ scope }: Record<string, unknown>): { scope?: Scope } {
  return scope === 'project' ? { scope } : {}
}
