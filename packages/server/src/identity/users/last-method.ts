import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { findSignInMethods } from './queries.ts'

/**
 * Removes passkeys unless their user could not sign in any more. Servers may do that. The user must be locked, so that
 * of two removals at once the second sees the first. Codes by email and provider links have no such rule, because
 * existing clients may remove the last of them.
 */
export async function keepLastMethod(
  trx: Db,
  ctx: Context,
  userId: string,
  remove: () => Promise<void>,
): Promise<void> {
  const isOwn = ctx.access === 'client'
  const couldSignIn = isOwn && (await canSignIn(trx, ctx, userId))
  await remove()
  if (!couldSignIn || (await canSignIn(trx, ctx, userId))) return
  throw new PlainError(400, 'This is the only way to sign in to the account, so it cannot be removed.')
}

/** Methods that the project has disabled do not count. */
async function canSignIn(trx: Db, ctx: Context, userId: string): Promise<boolean> {
  const { auth } = ctx.project.config
  const has = await findSignInMethods(trx, ctx.project.id, userId)
  return (
    (has.password && auth.password.allowSignIn) ||
    (has.otp && auth.otp.allowSignIn) ||
    (has.passkey && auth.passkey.allowSignIn) ||
    has.providers.some((id) => Object.hasOwn(auth.oauth.providers, id) && auth.oauth.providers[id]!.allowSignIn)
  )
}
