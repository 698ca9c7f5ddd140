import { internalProjectId } from '../internal-project.ts'
import type { RequestContext } from './context.ts'

/** The user of the internal project who asks: signed in to it, or as an owner of the project that is asked. */
export async function findOwner(ctx: RequestContext): Promise<string | undefined> {
  if (ctx.project?.id === internalProjectId) return (await ctx.findUser())?.id
  return (ctx.access === 'admin' && ctx.owner?.id) || undefined
}
