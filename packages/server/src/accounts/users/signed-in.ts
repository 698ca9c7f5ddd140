import { KnownError } from '@latchkey/contract'
import type { RequestContext } from '../../http/context.ts'
import { findRestriction, toDetails } from '../user-restrictions/is-restricted.ts'
import { findUserRecord, type UserRecord } from './queries.ts'

/** Read once per request. */
const users = new WeakMap<RequestContext, Promise<UserRecord | undefined>>()

/** The signed-in user; undefined without a token, or if the user has been deleted. */
export async function findSignedInUser(ctx: RequestContext): Promise<UserRecord | undefined> {
  if (!ctx.token || !ctx.project) return undefined
  const user = users.get(ctx) ?? readUser(ctx, ctx.project.id, ctx.token.sub)
  users.set(ctx, user)
  return user
}

/** The signed-in user, for routes that have to check something else first; most routes declare that they need one. */
export async function requireUser(ctx: RequestContext): Promise<UserRecord> {
  const user = await findSignedInUser(ctx)
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  return user
}

/** The sessions of a restricted user have ended: the client tries to refresh, and finds that it is signed out. */
async function readUser(ctx: RequestContext, projectId: string, userId: string): Promise<UserRecord | undefined> {
  const user = await findUserRecord(ctx.platform.db, projectId, userId)
  const restriction = user && findRestriction(user, ctx.now())
  if (!restriction) return user
  throw new KnownError('ACCESS_TOKEN_EXPIRED', {
    expired_at_millis: ctx.now().getTime(),
    restriction: toDetails(restriction),
  })
}
