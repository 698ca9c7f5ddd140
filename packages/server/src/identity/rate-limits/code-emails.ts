import { findUserBySignInEmail } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { addressBucket } from '../../platform/http/client-address.ts'
import { type LimitKeys, LimitReached } from '../../platform/limits/limiter.ts'
import { byAddress, type CountLimits } from '../../platform/limits/of-request.ts'
import { hashToken } from '../../platform/secrets.ts'
import { hasSignedInFrom } from '../../records/audit/sign-ins.ts'

/**
 * Counts a code that anybody can have sent to any email address. Strangers may use up the emails to an address, but the
 * user still gets some from where they have signed in before, and one from anywhere else.
 */
export async function countCodeEmail(ctx: Context, email: string, countLimits: CountLimits): Promise<void> {
  const { limiter } = ctx.platform
  const address = addressBucket(ctx.caller.address ?? '')
  const recipient = `${ctx.project.id}:${hashToken(email).toString('base64url')}`
  const caller = `${recipient}:${address}`
  const isNew = await limiter.tryConsume(ctx.db, 'emailRequestsByAddress', caller)
  await countLimits().catch(async (refusal: unknown) => {
    // A server sends the requests of all its users from one address.
    if (!(refusal instanceof LimitReached) || ctx.access !== 'client') throw refusal
    const user = await findUserBySignInEmail(ctx.db, ctx.project.id, email)
    const isKnown = await hasSignedInFrom(ctx, user?.id, address)
    if (!isKnown && !isNew) throw refusal
    const ofCaller: LimitKeys = isKnown ? { emailsToKnownAddress: caller } : { emailsToNewAddress: recipient }
    await limiter.consume({ ...byAddress(ctx, 'emailsByAddress'), ...ofCaller })
  })
}
