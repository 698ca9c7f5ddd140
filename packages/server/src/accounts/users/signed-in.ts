import { KnownError } from '@latchkey/contract'
import type { RequestContext } from '../../http/context.ts'
import type { Project } from '../../projects/cache.ts'
import type { VerifiedToken } from '../sessions/access-tokens.ts'
import { isLive, sessionBounds } from '../sessions/policy.ts'
import { isStillAllowed } from '../sessions/start.ts'
import { findRestriction, toDetails } from '../user-restrictions/is-restricted.ts'
import {
  findUserOfSession,
  findUserOfSessionWithPolicy,
  findUserRecord,
  findUserWithPolicy,
  type UserOfSession,
  type UserRecord,
} from './queries.ts'

/** Read once per request. */
const users = new WeakMap<RequestContext, Promise<UserRecord | undefined>>()

/** The signed-in user; undefined without a token, or if the user has been deleted. */
export async function findSignedInUser(ctx: RequestContext): Promise<UserRecord | undefined> {
  if (!ctx.token || !ctx.project) return undefined
  const user = users.get(ctx) ?? readUser(ctx, ctx.project, ctx.token)
  users.set(ctx, user)
  return user
}

/** The signed-in user, for routes that have to check something else first; most routes declare that they need one. */
export async function requireUser(ctx: RequestContext): Promise<UserRecord> {
  const user = await findSignedInUser(ctx)
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  return user
}

/** Our SDK asks to be told that a session has ended on reads, too. Access tokens outlive their session by minutes. */
export function asksForLiveSession({ caller }: RequestContext): boolean {
  return caller.headers.get('x-stack-require-live-session') === 'true'
}

/** The client of an ended session tries to refresh, and finds that it is signed out. */
async function readUser(ctx: RequestContext, project: Project, token: VerifiedToken): Promise<UserRecord | undefined> {
  const isAsked = asksForLiveSession(ctx)
  const live = isAsked ? await findLiveUser(ctx, project, token) : undefined
  const find = project.has_team_policies ? findUserWithPolicy : findUserRecord
  const user = live ?? (await find(ctx.platform.db, project.id, token.sub))
  const restriction = user && findRestriction(user, ctx.now())
  if (!restriction && (live || !isAsked)) return user
  const expired_at_millis = ctx.now().getTime()
  // All sessions of a restricted user have ended.
  throw new KnownError('ACCESS_TOKEN_EXPIRED', {
    expired_at_millis,
    ...(restriction ? { restriction: toDetails(restriction) } : {}),
  })
}

/** Undefined if the session has ended. */
async function findLiveUser(ctx: RequestContext, project: Project, token: VerifiedToken) {
  const find = project.has_team_policies ? findUserOfSessionWithPolicy : findUserOfSession
  const found = await find(ctx.platform.db, project.id, token.refresh_token_id)
  if (!found || found.id !== token.sub) return undefined
  const { session, ...user } = found
  if (!isLive(toLifetime(session), sessionBounds(ctx, project))) return undefined
  return (await isStillAllowed(ctx, project, session)) ? user : undefined
}

function toLifetime({ created_at_millis, expires_at_millis, last_used_at_millis: used }: UserOfSession['session']) {
  return {
    created_at: new Date(created_at_millis),
    expires_at: new Date(expires_at_millis),
    last_used_at: used === null ? null : new Date(used),
  }
}
