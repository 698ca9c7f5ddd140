import { z } from 'zod'
import { tokensAndUser } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { verificationCode, verificationCodeErrors } from './verification-codes.ts'

export const mfaRoutes = defineRoutes('none', {
  'POST /auth/mfa/sign-in': {
    summary: 'Complete a sign-in with the second factor',
    description: 'A wrong TOTP does not use up the attempt code, which is valid for five minutes.',
    access: everyone,
    trace: 'sign-in',
    handlerLimits: ['totpByUser'],
    body: z.strictObject({ type: z.literal('totp'), totp: z.string(), code: verificationCode }),
    response: tokensAndUser.extend({ is_new_user: z.boolean() }),
    errors: [...verificationCodeErrors, 'INVALID_TOTP_CODE'],
  },
})
