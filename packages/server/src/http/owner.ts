import { type Capability, describeRefusal, type OwnerNeed, type OwnerRole, rolesFor } from '@latchkey/contract'
import { PlainError } from '../platform/http/plain-error.ts'
import { internalProjectId } from '../platform/internal-project.ts'
import type { RequestContext } from './context.ts'

/** With client access, the session of an owner opens no more than the publishable key, which is no secret. */
export function assertCapability(ctx: RequestContext, need: OwnerNeed | undefined): void {
  if (!ctx.owner || ctx.access === 'client') return
  // Routes of which nobody said what they need are for nobody but owners.
  const capability = need ?? 'ownership'
  if (capability !== 'none') assertRole(ctx.owner.role, capability, isInternal(ctx))
}

/** Whether the caller may see or do it: with a key, or as an owner whose role allows it. */
export function isCapable(ctx: RequestContext, capability: Capability): boolean {
  return !ctx.owner || rolesFor(capability, { isInternal: isInternal(ctx) }).includes(ctx.owner.role)
}

export function assertRole(role: OwnerRole, capability: Capability, isInternal = false): void {
  const roles = rolesFor(capability, { isInternal })
  if (roles.includes(role)) return
  if (roles.length === 0) throw new PlainError(403, managedByOwnerRoutes)
  throw new PlainError(403, describeRefusal(role, roles))
}

export const managedByOwnerRoutes =
  'The users of the project `internal` own projects. Who they are and what they may do is changed only among the owners ' +
  'in the settings of a project (`/internal/owners`, `/internal/owner-invitations`).'

function isInternal({ project }: RequestContext): boolean {
  return project?.id === internalProjectId
}
