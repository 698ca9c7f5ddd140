import { hasSignedInFrom } from '../audit/sign-ins.ts'
import { addressBucket } from '../http/client-address.ts'
import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { hashToken } from '../secrets.ts'
import { findUserBySignInEmail } from '../users/queries.ts'
import { byAddress } from './by-address.ts'
import type { CountLimits } from './declared.ts'
import type { Limits } from './limiter.ts'

/**
 * Counts a code that anybody can have sent to any email address. Strangers may use up the emails to an address, but the
 * user still gets some from where they have signed in before, and one from anywhere else.
 */
export async function countCodeEmail(ctx: Context, email: string, countLimits: CountLimits): Promise<void> {
  const { limiter } = ctx.services
  const address = addressBucket(ctx.caller.address ?? '')
  const recipient = `${ctx.project.id}:${hashToken(email).toString('base64url')}`
  const caller = `${recipient}:${address}`
  const isNew = await limiter.tryConsume(ctx.db, 'emailRequestsByAddress', caller)
  await countLimits().catch(async (refusal: unknown) => {
    // A server sends the requests of all its users from one address.
    if (!(refusal instanceof PlainError) || ctx.access !== 'client') throw refusal
    const user = await findUserBySignInEmail(ctx.db, ctx.project.id, email)
    const isKnown = await hasSignedInFrom(ctx, user?.id, address)
    if (!isKnown && !isNew) throw refusal
    const ofCaller: Limits = isKnown ? { emailsToKnownAddress: caller } : { emailsToNewAddress: recipient }
    await limiter.consume({ ...byAddress(ctx, 'emailsByAddress'), ...ofCaller })
  })
}
