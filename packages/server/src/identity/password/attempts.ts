import { sessionBounds } from '../../accounts/sessions/policy.ts'
import { findSessionByToken } from '../../accounts/sessions/queries.ts'
import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { addressBucket } from '../../platform/http/client-address.ts'
import { LimitReached } from '../../platform/limits/limiter.ts'
import { byAddress } from '../../platform/limits/of-request.ts'
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
  const isClient = ctx.access === 'client'
  const narrow = {
    ...(isClient && { passwordByAccountAndAddress: `${ctx.project.id}:${address}:${accountKey}` }),
    ...byAddress(ctx, 'passwordByAddress'),
  }
  const ofAccount = { passwordByAccount: `${ctx.project.id}:${accountKey}` }
  const ofProject = { passwordByProject: ctx.project.id }
  const all = { ...narrow, ...ofAccount, ...ofProject }
  try {
    await limiter.consume(all)
    return () => limiter.giveBack(all)
  } catch (refusal) {
    const isOfAccount = refusal instanceof LimitReached && refusal.limit === 'passwordByAccount'
    if (!isClient || !isOfAccount || !(await hasSignedInFrom(ctx, userId, address))) throw refusal
    await limiter.consume(ofProject)
    return () => limiter.giveBack({ ...narrow, ...ofProject })
  }
}

/** The key for the device of a session; undefined if the request does not prove a session of this account. */
async function findDevice(ctx: Context, userId: string | undefined): Promise<string | undefined> {
  const token = ctx.caller.headers.get('x-stack-refresh-token')
  if (!token || ctx.access !== 'client') return undefined
  const hash = hashToken(token)
  const session = await findSessionByToken(ctx.db, ctx.project.id, hash, sessionBounds(ctx, ctx.project))
  const isOwn = session !== undefined && session.user_id === userId && !session.is_impersonation
  return isOwn ? hash.toString('base64url') : undefined
}
