import { z } from 'zod'
import { password, success } from './fields.ts'
import { authenticationResponse, challengeCode } from './passkey.ts'
import { defineRoutes, everyone } from './route.ts'
import { verificationCode, verificationCodeErrors } from './verification-codes.ts'

export const stepUpRoutes = defineRoutes({
  'POST /auth/step-up': {
    summary: 'Prove again who is signed in',
    description:
      'Marks the session of the access token, so that for ten minutes it may do what needs a recent proof, and answers an ' +
      'access token that says so. Who has a second factor proves it, or the passkey; everybody else may also use the ' +
      'password or a code by mail. A wrong proof counts against the limits of signing in.',
    access: everyone,
    user: 'required',
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
    summary: 'Mail a code to prove who is signed in',
    description:
      'To the primary e-mail, if it is verified. The code to send is what the mail shows, six characters, followed by the ' +
      'nonce of this answer. It works in the session that asked for it.',
    access: everyone,
    user: 'required',
    handlerLimits: ['mailByRecipient', 'mailByAddress'],
    response: z.object({ nonce: z.string() }),
    errors: ['ACCESS_TOKEN_EXPIRED', 'STEP_UP_REQUIRED'],
  },
  'POST /auth/step-up/check': {
    summary: 'Whether the session has a recent proof',
    description:
      'Answers as a call would that needs one. For apps that are about to send the browser elsewhere, such as to link an ' +
      'account at a provider.',
    access: everyone,
    user: 'required',
    stepUp: true,
    response: success,
    errors: [],
  },
})
