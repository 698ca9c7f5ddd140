import type { Context } from '../http/context.ts'
import type { SignInMethod } from '../sessions/start.ts'
import { recordAudit } from './record.ts'

/**
 * Somebody tried and failed. Recorded outside of any transaction, and in the same way whether or not there is such a
 * user, so that neither answer nor time tells.
 */
export async function recordFailedSignIn(
  ctx: Context,
  method: SignInMethod,
  email: string | null,
  userId: string | undefined,
): Promise<void> {
  await recordAudit(ctx.db, ctx, {
    action: 'user.sign_in_failed',
    target: userId ? { type: 'user', id: userId } : { type: 'project', id: ctx.project.id },
    details: { method, ...(email ? { email } : {}) },
  })
}
