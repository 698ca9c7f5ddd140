import { z } from 'zod'
import { password, success } from './fields.ts'
import { authenticationResponse, challengeCode } from './passkey.ts'
import { defineRoutes, everyone } from './route.ts'
import { verificationCode, verificationCodeErrors } from './verification-codes.ts'

export const stepUpRoutes = defineRoutes('none', {
  'POST /auth/step-up': {
    summary: 'Confirm the identity of the signed-in user',
    description:
      'For ten minutes, the session of the access token may call routes that require step-up. Returns an access ' +
      'token that includes this. Users with a second factor use it or their passkey; all others can also use their ' +
      'password or a code sent by email. Failed attempts count against the rate limits for signing in.',
    access: everyone,
    user: 'required',
    beforeSecondFactor: true,
    handlerLimits: [
      'passwordByAccountAndAddress',
      'passwordByAddress',
      'passwordByAccount',
      'passwordByProject',
      'totpByUser',
      'codeGuessesByEmail',
    ],
    body: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('password'), password }),
      z.strictObject({ type: z.literal('totp'), totp: z.string() }),
      z.strictObject({ type: z.literal('email_code'), code: verificationCode }),
      z.strictObject({
        type: z.literal('passkey'),
        authentication_response: authenticationResponse,
        code: challengeCode,
      }),
    ]),
    response: z.object({ access_token: z.string() }),
    errors: [
      ...verificationCodeErrors,
      'ACCESS_TOKEN_EXPIRED',
      'STEP_UP_REQUIRED',
      'PASSWORD_CONFIRMATION_MISMATCH',
      'INVALID_TOTP_CODE',
      'PASSKEY_AUTHENTICATION_FAILED',
    ],
  },
  'POST /auth/step-up/send-code': {
    summary: 'Send a step-up code by email',
    description:
      'Sent to the primary email address if it is verified. The code to submit is the six-character code in the ' +
      'email, followed by the nonce in this response. It only works in the session that requested it.',
    access: everyone,
    user: 'required',
    beforeSecondFactor: true,
    handlerLimits: ['emailsByRecipient', 'emailsByAddress'],
    response: z.object({ nonce: z.string() }),
    errors: ['ACCESS_TOKEN_EXPIRED', 'STEP_UP_REQUIRED'],
  },
  'POST /auth/step-up/check': {
    summary: 'Check whether step-up is required',
    description:
      'Responds like a route that requires step-up. For apps that are about to redirect the browser, for example to ' +
      'link an account at a provider. With `max_age_seconds`, it requires that the session authenticated within this ' +
      'time, whatever the project requires, of any user and at any access level.',
    access: everyone,
    user: 'required',
    beforeSecondFactor: true,
    stepUp: true,
    body: z.strictObject({
      max_age_seconds: z
        .number()
        .int()
        .min(30)
        .max(31_536_000)
        .optional()
        .meta({ description: 'How old the last authentication may be.' }),
    }),
    bodyOptional: true,
    response: success,
    errors: [],
  },
})
