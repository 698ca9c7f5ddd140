import { KnownError, type RouteDefinition } from '@latchkey/contract'
import type { RequestContext } from '../../http/context.ts'
import type { Project } from '../../projects/cache.ts'
import type { VerifiedToken } from '../sessions/access-tokens.ts'
import { findSession } from '../sessions/queries.ts'
import { getLiveSession } from '../sessions/start.ts'
import { findRefusingTeam } from './required-connection.ts'
import { findUnmetRequirement, isBeforeSecondFactor, mayBeRequired, secondFactorRequired } from './second-factor.ts'
import { findSignedInUser } from './signed-in.ts'

/**
 * Refuses a session that a team of the user does not let in, and a user who has to set up a second factor, unless the route
 * is for that. Depends on the current state and not on the token, so that a new policy reaches live sessions. The user is
 * read once per request, so it rarely costs a read.
 */
export async function assertPolicies(
  ctx: RequestContext,
  route: Pick<RouteDefinition, 'beforeSecondFactor'> = {},
  body?: unknown,
): Promise<void> {
  const { project, token } = ctx
  if (!project || !token || !mayBeRequired(project)) return
  const isBefore = isBeforeSecondFactor(route, body)
  if (isBefore && !project.has_team_policies) return
  const user = await findSignedInUser(ctx)
  if (!user) return
  const session = { connectionId: token.connection_id, isImpersonation: false }
  if (findRefusingTeam(user.required_connections, session) && !(await isImpersonation(ctx, project, token))) {
    // The client then tries to refresh, and finds that it is signed out.
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: ctx.now().getTime() })
  }
  const requirement = isBefore ? undefined : findUnmetRequirement(project, user, ctx.now())
  if (requirement) throw secondFactorRequired(requirement)
  // The user has set one up since the token was issued. That has ended all sessions but one.
  if (!isBefore && token.second_factor_required) await getLiveSession(ctx, project, token)
}

/** Tokens do not tell. */
async function isImpersonation({ db }: RequestContext, project: Project, token: VerifiedToken): Promise<boolean> {
  const session = await findSession(db, project.id, token.refresh_token_id)
  return session?.is_impersonation ?? false
}
