import type { Scope } from './scope.ts'

/** The scope of the listed permissions. Team permissions are the default and not in the URL. */
export function parsePermissionSearch({ scope }: Record<string, unknown>): { scope?: Scope } {
  return scope === 'project' ? { scope } : {}
}
