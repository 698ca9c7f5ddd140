import { findSessionByToken } from '../../accounts/sessions/queries.ts'
import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { addressBucket } from '../../platform/http/client-address.ts'
import { byAddress } from '../../platform/rate-limits/by-address.ts'
import type { Limits } from '../../platform/rate-limits/limiter.ts'
import { hashToken } from '../../platform/secrets.ts'
import { hasSignedInFrom } from '../../records/audit/sign-ins.ts'

/** Refunds the attempt after a successful sign-in. */
type GiveBack = () => Promise<void>

/**
 * Counts an attempt at the password of the user with this email. A device that still has a session of the account has
 * its own budget, which nobody else can use up.
 */
export async function countSignInAttempt(ctx: Context, email: string, userId: string | undefined): Promise<GiveBack> {
  const device = await findDevice(ctx, userId)
  if (!device) return countTry(ctx, email, userId)
  const { limiter } = ctx.platform
  const limits = {
    passwordByAccountAndAddress: `${ctx.project.id}:${device}`,
    passwordByProject: ctx.project.id,
  }
  await limiter.consume(limits)
  return () => limiter.giveBack(limits)
}

/**
 * The same for a password that is asked for within a session. The session may be stolen, so it has no budget of its
 * own.
 */
export function countOldPasswordAttempt(
  ctx: Context,
  user: Pick<UserRecord, 'id' | 'primary_email'>,
): Promise<GiveBack> {
  return countTry(ctx, user.primary_email ?? user.id, user.id)
}

/**
 * Many addresses together may use up the attempts for an account; an address from which its owner has signed in before
 * has its own budget.
 */
async function countTry(ctx: Context, account: string, userId: string | undefined): Promise<GiveBack> {
  const { limiter } = ctx.platform
  const accountKey = hashToken(account).toString('base64url')
  const address = addressBucket(ctx.caller.address ?? '')
  const ofPerson: Limits =
    ctx.access === 'client' ? { passwordByAccountAndAddress: `${ctx.project.id}:${address}:${accountKey}` } : {}
  const narrow = { ...ofPerson, ...byAddress(ctx, 'passwordByAddress') }
  const ofAccount: Limits = { passwordByAccount: `${ctx.project.id}:${accountKey}` }
  const ofProject: Limits = { passwordByProject: ctx.project.id }
  await limiter.consume(narrow)
  const counted = await limiter.consume(ofAccount).then(
    () => ofAccount,
    async (refusal: unknown) => {
      const isKnown = await hasSignedInFrom(ctx, userId, address)
      if (ctx.access !== 'client' || !isKnown) throw refusal
      return {}
    },
  )
  await limiter.consume(ofProject)
  return () => limiter.giveBack({ ...narrow, ...counted, ...ofProject })
}

/** The key for the device of a session; undefined if the request does not prove a session of this account. */
async function findDevice(ctx: Context, userId: string | undefined): Promise<string | undefined> {
  const token = ctx.caller.headers.get('x-stack-refresh-token')
  if (!token || ctx.access !== 'client') return undefined
  const hash = hashToken(token)
  const session = await findSessionByToken(ctx.db, ctx.project.id, hash, ctx.now())
  const isOwn = session !== undefined && session.user_id === userId && !session.is_impersonation
  return isOwn ? hash.toString('base64url') : undefined
}
