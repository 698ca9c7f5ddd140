import { z } from 'zod'
import { password, signInEmail, tokensAndUser } from './fields.ts'
import { defineRoutes } from './route.ts'
import { verificationCode, verificationCodeErrors } from './verification-codes.ts'

const passwordErrors = [
  'PASSWORD_AUTHENTICATION_NOT_ENABLED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_REQUIREMENTS_NOT_MET',
  'USER_EMAIL_ALREADY_EXISTS',
] as const

export const ownerRoutes = defineRoutes({
  'GET /internal/first-owner': {
    summary: 'Whether the server waits for its first owner',
    description:
      'True while nobody owns projects and owners cannot sign up by themselves, as on a new server in production.',
    access: 'open',
    response: z.object({ is_needed: z.boolean() }),
    errors: [],
  },
  'POST /internal/first-owner': {
    summary: 'Create the first owner',
    description:
      'Needs the set-up code, which is in the log of every start until there is an owner, or is what ' +
      '`LATCHKEY_SETUP_CODE` says. Works once. The first owner also manages the project `internal` and invites others. ' +
      'A wrong code is a plain 403, a server that has an owner already a plain 409.',
    access: 'open',
    handlerLimits: ['signUpByAddress', 'signUpByProject'],
    body: z.strictObject({ setup_code: z.string().max(1_000), email: signInEmail, password }),
    response: tokensAndUser,
    errors: passwordErrors,
  },
  'POST /internal/invited-owner': {
    summary: 'Create the account of an invited owner',
    description:
      'For whoever got an invitation to a team of the project `internal` and has no account there: works while owners ' +
      'cannot sign up by themselves. The account has the invited address, verified, and joins the team; the code is ' +
      'used up. Who has an account signs in and accepts the invitation instead.',
    access: 'open',
    handlerLimits: ['signUpByAddress', 'signUpByProject', 'codeGuessesByEmail'],
    body: z.strictObject({ code: verificationCode, password }),
    response: tokensAndUser,
    errors: [
      ...passwordErrors,
      ...verificationCodeErrors,
      'TEAM_NOT_FOUND',
      'ITEM_NOT_FOUND',
      'ITEM_QUANTITY_INSUFFICIENT_AMOUNT',
    ],
  },
})
