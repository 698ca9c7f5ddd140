import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { findUserBySignInEmail } from '../users/queries.ts'
import { emailCode } from '../verification-codes/email.ts'
import type { CodeRequest } from '../verification-codes/requests.ts'

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
