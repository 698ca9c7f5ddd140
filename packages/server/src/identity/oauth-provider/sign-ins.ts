import { isLive, sessionBounds } from '../../accounts/sessions/policy.ts'
import { findSession } from '../../accounts/sessions/queries.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'

/** A sign-in at the provider stands on a session of the user, and ends with it. */
export async function isSignInLive(db: Db, ctx: Context, sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return true
  const session = await findSession(db, ctx.project.id, sessionId)
  return session !== undefined && isLive(session, sessionBounds(ctx, ctx.project))
}
