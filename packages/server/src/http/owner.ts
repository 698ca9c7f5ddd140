import { internalProjectId } from '../internal-project.ts'
import type { RequestContext } from './context.ts'

/** The user of the internal project who makes the request: signed in to it, or as an owner of the requested project. */
export async function findOwner(ctx: RequestContext): Promise<string | undefined> {
  const user = ctx.project?.id === internalProjectId ? await ctx.findUser() : undefined
  return user?.id ?? ((ctx.access === 'admin' && ctx.owner?.id) || undefined)
}
