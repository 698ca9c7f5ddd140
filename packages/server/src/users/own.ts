import { KnownError } from '@latchkey/contract'
import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { assertOwnSession } from '../sessions/start.ts'

/** Clients act for the signed-in user only; servers for anybody. */
export async function assertOwnUser(ctx: Context, userId: string | undefined, refusal: 400 | 403 = 403): Promise<void> {
  if (ctx.access !== 'client') return
  const user = await ctx.findUser()
  if (!user) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
  if (user.id !== userId) throw new PlainError(refusal, 'Users can do this for themselves only.')
}

/** The same for changes of how somebody signs in: the session must still be alive, and their own. */
export async function assertOwnAccount(ctx: Context, userId: string): Promise<void> {
  await assertOwnUser(ctx, userId)
  if (ctx.access === 'client') await assertOwnSession(ctx)
}
