import type { SignInMethod } from '../../accounts/sessions/start.ts'
import type { Context } from '../../http/context.ts'
import { addressBucket } from '../../platform/http/client-address.ts'
import { listSignInAddresses } from './queries.ts'
import { recordAudit } from './record.ts'

/**
 * Recorded outside of any transaction, and in the same way whether or not the user exists, so that neither the response
 * nor its timing reveals it.
 */
export async function recordFailedSignIn(
  ctx: Context,
  method: SignInMethod,
  email: string | null,
  userId: string | undefined,
): Promise<void> {
  ctx.platform.telemetry.count('latchkey.sign_ins', { method, outcome: 'failure' })
  if (userId) ctx.trace.userId = userId
  await recordAudit(ctx.db, ctx, {
    action: 'user.sign_in_failed',
    target: userId ? { type: 'user', id: userId } : { type: 'project', id: ctx.project.id },
    details: { method, ...(email ? { email } : {}) },
  })
}

const rememberedDays = 90
const rememberedSignIns = 200

/**
 * Whether the user has signed in or reset the password from this address in recent months. Takes the same time for an
 * unknown user.
 */
export async function hasSignedInFrom(ctx: Context, userId: string | undefined, bucket: string): Promise<boolean> {
  const since = new Date(ctx.now().getTime() - rememberedDays * 24 * 3600 * 1000)
  const page = { since, limit: rememberedSignIns }
  const addresses = await listSignInAddresses(ctx.db, ctx.project.id, userId ?? 'nobody', page)
  return addresses.some((address) => addressBucket(address) === bucket)
}
