import { z } from 'zod'
import { email, password, passwordOffer, signInEmail, success, tokensAndUser, url } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { sessionKeyHeader } from './sessions.ts'
import { signInHeaders } from './trusted-devices.ts'
import { codeBody, codeIsValid, verificationCode, verificationCodeErrors } from './verification-codes.ts'

export const passwordRoutes = defineRoutes('none', {
  'POST /auth/password/sign-up': {
    summary: 'Create an account with email and password',
    access: everyone,
    trace: 'sign-up',
    handlerLimits: ['signUpByAddress', 'signUpByProject'],
    headers: sessionKeyHeader,
    body: z.strictObject({ email: signInEmail, password, verification_callback_url: url }),
    response: tokensAndUser,
    errors: [
      'PASSWORD_AUTHENTICATION_NOT_ENABLED',
      'REDIRECT_URL_NOT_WHITELISTED',
      'SIGN_UP_NOT_ENABLED',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_REQUIREMENTS_NOT_MET',
      'USER_EMAIL_ALREADY_EXISTS',
      'SESSION_KEY_REQUIRED',
    ],
  },
  'POST /auth/password/sign-in': {
    summary: 'Sign in with email and password',
    description:
      'The response is the same for an unknown email address, an account without a password, and a wrong password.',
    access: everyone,
    trace: 'sign-in',
    handlerLimits: ['passwordByAccountAndAddress', 'passwordByAddress', 'passwordByAccount', 'passwordByProject'],
    headers: signInHeaders,
    body: z.strictObject({ email, password }),
    response: tokensAndUser.extend(passwordOffer),
    errors: [
      'PASSWORD_AUTHENTICATION_NOT_ENABLED',
      'EMAIL_PASSWORD_MISMATCH',
      'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
      'SESSION_KEY_REQUIRED',
    ],
  },
  'POST /auth/password/update': {
    summary: 'Change your password',
    description:
      'Requires the old password. Ends all sessions of the user except the one whose refresh token is in the header.',
    access: everyone,
    ownerNeeds: 'accounts',
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
    description: 'Returns a plain-text 400 if the user already has a password.',
    access: everyone,
    ownerNeeds: 'accounts',
    user: 'required',
    stepUp: true,
    body: z.strictObject({ password }),
    response: success,
    errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'PASSWORD_TOO_SHORT', 'PASSWORD_REQUIREMENTS_NOT_MET'],
  },
  'POST /auth/password/send-reset-code': {
    summary: 'Send a password reset link by email',
    description: 'The response is the same whether or not an account with the email address exists.',
    access: everyone,
    trace: 'sign-in',
    handlerLimits: ['emailsByRecipient', 'emailsByAddress'],
    body: z.strictObject({ email, callback_url: url }),
    response: z.object({ success: z.string() }),
    errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /auth/password/reset': {
    summary: 'Reset the password with the code from the email',
    description: 'Ends all sessions of the user. Does not sign in.',
    access: everyone,
    trace: 'sign-in',
    handlerLimits: ['codeGuessesByEmail'],
    body: z.strictObject({ code: verificationCode, password }),
    response: success,
    errors: [
      ...verificationCodeErrors,
      'PASSWORD_AUTHENTICATION_NOT_ENABLED',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_REQUIREMENTS_NOT_MET',
      'USER_IS_RESTRICTED',
    ],
  },
  'POST /auth/password/reset/check-code': {
    summary: 'Test a reset code without using it',
    access: everyone,
    trace: 'sign-in',
    handlerLimits: ['codeGuessesByEmail'],
    body: codeBody,
    response: codeIsValid,
    errors: verificationCodeErrors,
  },
})
