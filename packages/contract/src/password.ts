import { z } from 'zod'
import { email, password, signInEmail, success, tokensAndUser, url } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { codeBody, codeIsValid, verificationCode, verificationCodeErrors } from './verification-codes.ts'

export const passwordRoutes = defineRoutes({
  'POST /auth/password/sign-up': {
    summary: 'Create an account with e-mail and password',
    access: everyone,
    handlerLimits: ['signUpByAddress', 'signUpByProject'],
    body: z.strictObject({ email: signInEmail, password, verification_callback_url: url }),
    response: tokensAndUser,
    errors: [
      'PASSWORD_AUTHENTICATION_NOT_ENABLED',
      'REDIRECT_URL_NOT_WHITELISTED',
      'SIGN_UP_NOT_ENABLED',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_REQUIREMENTS_NOT_MET',
      'USER_EMAIL_ALREADY_EXISTS',
    ],
  },
  'POST /auth/password/sign-in': {
    summary: 'Sign in with e-mail and password',
    description: 'An unknown e-mail, an account without password and a wrong password are answered alike.',
    access: everyone,
    handlerLimits: ['passwordByAccountAndAddress', 'passwordByAddress', 'passwordByAccount', 'passwordByProject'],
    body: z.strictObject({ email, password }),
    response: tokensAndUser,
    errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'EMAIL_PASSWORD_MISMATCH', 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'],
  },
  'POST /auth/password/update': {
    summary: 'Change the own password',
    description:
      'The old password is the proof that this needs. Ends every session of the user except the one whose refresh token ' +
      'is in the header.',
    access: everyone,
    user: 'required',
    handlerLimits: ['passwordByAccountAndAddress', 'passwordByAddress', 'passwordByAccount', 'passwordByProject'],
    headers: z.object({ 'x-stack-refresh-token': z.string().optional() }),
    body: z.strictObject({ old_password: password, new_password: password }),
    response: success,
    errors: [
      'PASSWORD_AUTHENTICATION_NOT_ENABLED',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_REQUIREMENTS_NOT_MET',
      'USER_DOES_NOT_HAVE_PASSWORD',
      'PASSWORD_CONFIRMATION_MISMATCH',
    ],
  },
  'POST /auth/password/set': {
    summary: 'Set a first password',
    description: 'Refused with a plain 400 when the user has a password already.',
    access: everyone,
    user: 'required',
    stepUp: true,
    body: z.strictObject({ password }),
    response: success,
    errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'PASSWORD_TOO_SHORT', 'PASSWORD_REQUIREMENTS_NOT_MET'],
  },
  'POST /auth/password/send-reset-code': {
    summary: 'Mail a link that sets a new password',
    description: 'Answers alike whether or not somebody signs in with the e-mail.',
    access: everyone,
    handlerLimits: ['mailByRecipient', 'mailByAddress'],
    body: z.strictObject({ email, callback_url: url }),
    response: z.object({ success: z.string() }),
    errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /auth/password/reset': {
    summary: 'Set a new password with the code of the mail',
    description: 'Ends every session of the user. Does not sign in.',
    access: everyone,
    handlerLimits: ['codeGuessesByEmail'],
    body: z.strictObject({ code: verificationCode, password }),
    response: success,
    errors: [
      ...verificationCodeErrors,
      'PASSWORD_AUTHENTICATION_NOT_ENABLED',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_REQUIREMENTS_NOT_MET',
    ],
  },
  'POST /auth/password/reset/check-code': {
    summary: 'Test a reset code without using it',
    access: everyone,
    handlerLimits: ['codeGuessesByEmail'],
    body: codeBody,
    response: codeIsValid,
    errors: verificationCodeErrors,
  },
})
