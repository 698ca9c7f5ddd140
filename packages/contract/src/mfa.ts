import { z } from 'zod'
import { passwordOffer, tokensAndUser } from './fields.ts'
import { authenticationResponse, challengeCode, passkeyRequestOptions } from './passkey.ts'
import { defineRoutes, everyone } from './route.ts'
import { signInHeaders, trustedDeviceDays } from './trusted-devices.ts'
import { verificationCode, verificationCodeErrors } from './verification-codes.ts'

const attempt = { code: verificationCode }

/** Not with a recovery code: whoever found a list of codes must not need one for the next sign-in. */
const trust = {
  trust_device: z
    .boolean()
    .optional()
    .meta({
      description: `Ask for a \`trusted_device\`, with which no second factor is needed for ${trustedDeviceDays} days.`,
    }),
}

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
    headers: signInHeaders,
    body: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('totp'), totp: z.string(), ...attempt, ...trust }),
      z.strictObject({ type: z.literal('recovery_code'), recovery_code: recoveryCode, ...attempt }),
      z.strictObject({
        type: z.literal('passkey'),
        authentication_response: authenticationResponse,
        challenge_code: challengeCode,
        ...attempt,
        ...trust,
      }),
    ]),
    response: tokensAndUser.extend({
      is_new_user: z.boolean(),
      ...passwordOffer,
      trusted_device: z
        .string()
        .optional()
        .meta({
          description:
            'If it was asked for and the project allows it: what this device sends with its next sign-ins, as ' +
            '`x-stack-trusted-device`.',
        }),
    }),
    errors: [
      ...verificationCodeErrors,
      'INVALID_TOTP_CODE',
      'INVALID_RECOVERY_CODE',
      'PASSKEY_AUTHENTICATION_FAILED',
      'SESSION_KEY_REQUIRED',
    ],
  },
  'POST /auth/mfa/initiate-passkey': {
    summary: 'Get the options for a passkey as the second factor',
    description:
      'For an attempt whose `methods` include `passkey`. The options name the passkeys of the user by nothing but their ' +
      'IDs. The `code` is the `challenge_code` of the sign-in; it works once, and only for this attempt.',
    access: everyone,
    trace: 'sign-in',
    limits: ['passkeyByAddress'],
    body: z.strictObject({ code: verificationCode }),
    response: z.object({
      options_json: passkeyRequestOptions,
      code: z.string(),
      methods: z.array(z.enum(['totp', 'recovery_code', 'passkey'])),
    }),
    errors: [...verificationCodeErrors, 'PASSKEY_AUTHENTICATION_FAILED'],
  },
})
