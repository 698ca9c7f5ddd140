import type { RouteDefinition } from '@latchkey/contract'
import type { RequestContext } from '../../http/context.ts'
import { findUnmetRequirement, isBeforeSecondFactor, mayBeRequired, secondFactorRequired } from './second-factor.ts'
import { findSignedInUser } from './signed-in.ts'

/**
 * Refuses a user who has to set up a second factor, unless the route is for that. Depends on the current state and not on
 * the token, so that a new policy reaches live sessions. The user is read once per request, so it rarely costs a read.
 */
export async function assertSecondFactor(
  ctx: RequestContext,
  route: Pick<RouteDefinition, 'beforeSecondFactor'> = {},
  body?: unknown,
): Promise<void> {
  const { project, token } = ctx
  if (!project || !token || !mayBeRequired(project) || isBeforeSecondFactor(route, body)) return
  const user = await findSignedInUser(ctx)
  const requirement = user && findUnmetRequirement(project, user, ctx.now())
  if (requirement) throw secondFactorRequired(requirement)
}
