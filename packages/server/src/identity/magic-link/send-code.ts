import { findUserBySignInEmail } from '../../accounts/users/queries.ts'
import { createCodeEmail } from '../../accounts/verification-codes/email.ts'
import type { CodeRequest } from '../../accounts/verification-codes/requests.ts'
import type { NewEmail } from '../../emails/outbox/outbox.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { typedLength } from '../../records/verification-codes/queries.ts'
import { enableOtp } from './queries.ts'

export async function createSignInEmail(
  trx: Db,
  ctx: Context,
  request: CodeRequest,
): Promise<NewEmail<'magic_link'> | undefined> {
  const { email, callbackUrl, nonce, claimsUnverified = false, locale = null } = request
  const user = await findUserBySignInEmail(trx, ctx.project.id, email)
  // Does not reveal which addresses have an account: without one, and with sign-up disabled, no email is sent.
  if (!user && !ctx.project.config.auth.allowSignUp) return undefined
  if (user && !user.sign_in_email_verified && !claimsUnverified) return undefined
  if (user?.sign_in_email_verified && !user.otp_auth_enabled) {
    await enableOtp(trx, ctx.project.id, user.id)
    await recordAudit(trx, ctx, { action: 'otp.enabled', target: { type: 'user', id: user.id } })
  }
  return createCodeEmail(trx, ctx, {
    kind: 'sign-in',
    userId: user?.id ?? null,
    userDisplayName: user?.display_name ?? null,
    locale: user ? user.locale : locale,
    data: { email, claims_unverified: claimsUnverified },
    callbackUrl,
    nonce,
    emailKind: 'magic_link',
    variables: (link, text) => ({ magicLink: link, otp: text.slice(0, typedLength).toUpperCase() }),
  })
}
