import { z } from 'zod'
import { passwordOffer, tokensAndUser } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { sessionKeyHeader } from './sessions.ts'
import { verificationCode, verificationCodeErrors } from './verification-codes.ts'

const attempt = { code: verificationCode }

/** Spaces and hyphens are left to the handler, and so is everything else that people mistype. */
const recoveryCode = z.string().max(100)

export const mfaRoutes = defineRoutes('none', {
  'POST /auth/mfa/sign-in': {
    summary: 'Complete a sign-in with the second factor',
    description:
      'A wrong TOTP or recovery code does not use up the attempt code, which is valid for five minutes. The user is told ' +
      'by email that a recovery code was used. A session that began with one has no `auth_time`: to change how the ' +
      'account is signed in to, it needs step-up, also in projects that do not require it.',
    access: everyone,
    trace: 'sign-in',
    handlerLimits: ['totpByUser'],
    headers: sessionKeyHeader,
    body: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('totp'), totp: z.string(), ...attempt }),
      z.strictObject({ type: z.literal('recovery_code'), recovery_code: recoveryCode, ...attempt }),
    ]),
    response: tokensAndUser.extend({ is_new_user: z.boolean(), ...passwordOffer }),
    errors: [...verificationCodeErrors, 'INVALID_TOTP_CODE', 'INVALID_RECOVERY_CODE', 'SESSION_KEY_REQUIRED'],
  },
})
