import type { ZodType } from 'zod'
import type { AccessType } from './errors.ts'

/** All access levels, lowest first. */
export const accessTypes = ['client', 'server', 'admin'] as const satisfies readonly AccessType[]

/** Schemas of one part of a route that differ by access level. A level without its own inherits the next lower one. */
export interface ByAccess<C extends ZodType = ZodType, S extends ZodType = ZodType> {
  readonly byAccess: true
  readonly client?: C
  readonly server: S
}

export function byAccess<C extends ZodType, S extends ZodType>(schemas: { client: C; server: S }): ByAccess<C, S> {
  return { byAccess: true, ...schemas }
}

export function isByAccess(part: object): part is ByAccess {
  return 'byAccess' in part
}

export function schemaFor(part: ZodType | ByAccess | undefined, access: AccessType | null): ZodType | undefined {
  if (!part || !isByAccess(part)) return part
  return access === 'server' || access === 'admin' ? part.server : (part.client ?? part.server)
}
