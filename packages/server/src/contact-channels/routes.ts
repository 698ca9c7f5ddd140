import { type contactChannelRoutes, KnownError } from '@latchkey/contract'
import { inTransaction } from '../db/database.ts'
import { addressBucket } from '../http/client-address.ts'
import type { Handlers } from '../http/handler.ts'
import { PlainError } from '../http/plain-error.ts'
import { assertTrustedUrl } from '../projects/untrusted-redirect.ts'
import { checkCode, spendCode } from '../verification-codes/use.ts'
import { markVerified } from './queries.ts'
import { sendVerificationMail } from './verification.ts'

export const contactChannelHandlers: Handlers<typeof contactChannelRoutes> = {
  'POST /contact-channels/send-verification-code': async ({ ctx, body }) => {
    const user = (await ctx.findUser())!
    if (user.primary_email !== body.email) {
      throw new KnownError('EMAIL_IS_NOT_PRIMARY_EMAIL', { email: body.email, primary_email: user.primary_email })
    }
    if (user.primary_email_verified) throw new KnownError('EMAIL_ALREADY_VERIFIED')
    assertTrustedUrl(ctx, body.callback_url)
    await ctx.services.limiter.consume({
      mailByRecipient: `${ctx.project.id}:${body.email}`,
      mailByAddress: `${ctx.project.id}:${addressBucket(ctx.caller.address ?? '')}`,
    })
    await inTransaction(ctx.db, (trx) =>
      sendVerificationMail(trx, ctx, {
        userId: user.id,
        userDisplayName: user.display_name,
        email: body.email,
        callbackUrl: body.callback_url,
      }),
    )
    return { success: true }
  },

  'POST /contact-channels/verify': ({ ctx, body }) =>
    spendCode(ctx, 'email-verification', body.code, async (trx, { userId, data }) => {
      const wasVerified = await markVerified(trx, ctx.project.id, userId!, data.email)
      if (!wasVerified) throw new PlainError(400, 'The e-mail address was changed or removed since the link was sent.')
      return { success: true }
    }),

  'POST /contact-channels/verify/check-code': async ({ ctx, body }) => {
    await checkCode(ctx, 'email-verification', body.code)
    return { is_code_valid: true }
  },
}
