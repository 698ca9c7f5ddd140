import { z } from 'zod'
import { signInEmail, success, url } from './fields.ts'
import { defineRoutes } from './route.ts'
import { codeBody, codeIsValid, verificationCodeErrors } from './verification-codes.ts'

const everyone = ['client', 'server', 'admin'] as const

export const contactChannelRoutes = defineRoutes({
  'POST /contact-channels/send-verification-code': {
    summary: 'Send a verification mail to the own primary e-mail',
    access: everyone,
    user: 'required',
    body: z.strictObject({ email: signInEmail, callback_url: url }),
    response: success,
    errors: ['EMAIL_IS_NOT_PRIMARY_EMAIL', 'EMAIL_ALREADY_VERIFIED', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /contact-channels/verify': {
    summary: 'Verify the e-mail that a code was sent to',
    description: 'Needs no signed-in user. A channel that is gone or has another address by now is a plain 400.',
    access: everyone,
    body: codeBody,
    response: success,
    errors: verificationCodeErrors,
  },
  'POST /contact-channels/verify/check-code': {
    summary: 'Test a verification code without using it',
    access: everyone,
    body: codeBody,
    response: codeIsValid,
    errors: verificationCodeErrors,
  },
})
