import { findUserBySignInEmail } from '../../accounts/users/queries.ts'
import { createCodeEmail } from '../../accounts/verification-codes/email.ts'
import type { CodeRequest } from '../../accounts/verification-codes/requests.ts'
import type { NewEmail } from '../../emails/outbox/outbox.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'

export async function createResetEmail(
  trx: Db,
  ctx: Context,
  { email, callbackUrl, nonce }: CodeRequest,
): Promise<NewEmail<'password_reset'> | undefined> {
  const user = await findUserBySignInEmail(trx, ctx.project.id, email)
  if (!user) return undefined
  return createCodeEmail(trx, ctx, {
    kind: 'password-reset',
    userId: user.id,
    userDisplayName: user.display_name,
    locale: user.locale,
    data: { email },
    callbackUrl,
    nonce,
    emailKind: 'password_reset',
    variables: (link) => ({ passwordResetLink: link }),
  })
}
