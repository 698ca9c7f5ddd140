import { findUserBySignInEmail } from '../../accounts/users/queries.ts'
import { emailCode } from '../../accounts/verification-codes/email.ts'
import type { CodeRequest } from '../../accounts/verification-codes/requests.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'

export async function sendResetCode(trx: Db, ctx: Context, { email, callbackUrl, nonce }: CodeRequest): Promise<void> {
  const user = await findUserBySignInEmail(trx, ctx.project.id, email)
  if (!user) return
  await emailCode(trx, ctx, {
    kind: 'password-reset',
    userId: user.id,
    userDisplayName: user.display_name,
    data: { email },
    callbackUrl,
    nonce,
    template: 'password_reset',
    variables: (link) => ({ passwordResetLink: link }),
  })
}
