import { z } from 'zod'
import { signInEmail, tokensAndUser, url } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { signInHeaders } from './trusted-devices.ts'
import { codeBody, codeIsValid, verificationCodeErrors } from './verification-codes.ts'

export const magicLinkRoutes = defineRoutes('none', {
  'POST /auth/otp/send-sign-in-code': {
    summary: 'Send a sign-in link and a one-time code by email',
    description:
      'The code to sign in with is the six-character code in the email, followed by the nonce in this response. ' +
      'Returns a plain-text 403 if the project has not enabled it.',
    access: everyone,
    trace: 'sign-in',
    handlerLimits: ['emailsByRecipient', 'emailsByAddress'],
    body: z.strictObject({
      email: signInEmail,
      callback_url: url,
      claim_unverified: z
        .boolean()
        .meta({
          description:
            'Send the code even if somebody signed up with the address and never verified it. The user who signs in ' +
            'with the code gets that account, without its previous credentials, addresses, keys and sessions.',
        })
        .optional(),
    }),
    response: z.object({ nonce: z.string() }),
    errors: ['USER_EMAIL_ALREADY_EXISTS', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /auth/otp/sign-in': {
    summary: 'Sign in or sign up with a code',
    access: everyone,
    trace: 'sign-in',
    handlerLimits: ['codeGuessesByEmail'],
    headers: signInHeaders,
    body: codeBody,
    response: tokensAndUser.extend({ is_new_user: z.boolean() }),
    errors: [
      ...verificationCodeErrors,
      'USER_EMAIL_ALREADY_EXISTS',
      'SIGN_UP_NOT_ENABLED',
      'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
      'SESSION_KEY_REQUIRED',
    ],
  },
  'POST /auth/otp/sign-in/check-code': {
    summary: 'Test a sign-in code without using it',
    access: everyone,
    trace: 'sign-in',
    handlerLimits: ['codeGuessesByEmail'],
    body: codeBody,
    response: codeIsValid,
    errors: verificationCodeErrors,
  },
})
