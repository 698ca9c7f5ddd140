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
    summary: 'Check whether the server still needs its first owner',
    access: 'open',
    response: z.object({
      is_needed: z.boolean().meta({
        description: 'True as long as there is no owner and owners cannot sign up, as on a new server in production.',
      }),
      has_owner: z.boolean().meta({ description: 'False as long as nobody has an account in the project `internal`.' }),
    }),
    errors: [],
  },
  'POST /internal/first-owner': {
    summary: 'Create the first owner',
    description:
      'Requires the setup code, which is the value of `LATCHKEY_SETUP_CODE` or is logged at every start until there ' +
      'is an owner. Works once. The first owner also manages the project `internal` and can invite others. A wrong ' +
      'code is a plain-text 403. If the server already has an owner, returns a plain-text 409.',
    access: 'open',
    handlerLimits: ['signUpByAddress', 'signUpByProject'],
    body: z.strictObject({ setup_code: z.string().max(1_000), email: signInEmail, password }),
    response: tokensAndUser,
    errors: passwordErrors,
  },
  'POST /internal/invited-owner': {
    summary: 'Create an account for an invited owner',
    description:
      'For people who were invited to a team of the project `internal` and have no account there yet. Works even if ' +
      'owners cannot sign up. The account gets the invited email address, which counts as verified, and joins the ' +
      'team; the code is used up. Users who already have an account sign in and accept the invitation instead.',
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
