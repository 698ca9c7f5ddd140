import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { deleteSignInAttempts } from '../../records/verification-codes/queries.ts'
import { findSignInMethods, hasHadPasskey } from './queries.ts'

/**
 * Removes a way to sign in unless its user would have no other. Servers may do that. The user must be locked, so that of two
 * removals at once the second sees the first. Existing clients may remove the last one, so the rule is only for users who
 * have a passkey or have removed one.
 */
export async function keepLastMethod(
  trx: Db,
  ctx: Context,
  userId: string,
  remove: () => Promise<unknown>,
): Promise<void> {
  const isKept =
    ctx.access === 'client' && (await hasHadPasskey(trx, ctx.project.id, userId)) && (await canSignIn(trx, ctx, userId))
  await remove()
  await deleteSignInAttempts(trx, ctx.project.id, userId)
  if (!isKept || (await canSignIn(trx, ctx, userId))) return
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
    has.connection ||
    has.providers.some((id) => Object.hasOwn(auth.oauth.providers, id) && auth.oauth.providers[id]!.allowSignIn)
  )
}
