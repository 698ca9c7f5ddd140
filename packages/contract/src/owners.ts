import { z } from 'zod'
import {
  emailAsGiven,
  listCursor,
  listOf,
  millis,
  password,
  signInEmail,
  success,
  tokensAndUser,
  uuid,
} from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { verificationCode, verificationCodeErrors } from './verification-codes.ts'

const passwordErrors = [
  'PASSWORD_AUTHENTICATION_NOT_ENABLED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_REQUIREMENTS_NOT_MET',
  'USER_EMAIL_ALREADY_EXISTS',
] as const

const admins = ['admin'] as const
const role = z
  .enum(['admin', 'member'])
  .meta({ description: 'Admins also manage the owners and transfer the project.' })
const forAdmins = 'Needs the session of an owner who is an admin of the team.'
const ownerErrors = ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'] as const

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
  'GET /internal/owners': {
    summary: 'List the owners of the project',
    description:
      'The members of the team that owns the project, the earliest first. They manage all projects of that team.',
    access: admins,
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: listOf(
      z.object({
        user_id: z.string(),
        display_name: z.string().nullable(),
        primary_email: z.string().nullable(),
        profile_image_url: z.string().nullable(),
        role,
        joined_at_millis: millis,
      }),
    ),
    errors: [],
  },
  'PATCH /internal/owners/{user_id}': {
    summary: 'Change the role of an owner',
    description: `${forAdmins} The last admin keeps the role; the response is then a plain-text 409.`,
    access: everyone,
    user: 'owner',
    params: z.strictObject({ user_id: uuid }),
    body: z.strictObject({ role }),
    response: success,
    errors: ownerErrors,
  },
  'DELETE /internal/owners/{user_id}': {
    summary: 'Remove an owner, or stop being one',
    description: `${forAdmins} Everybody can leave, except for the last owner and the last admin; the response is then a plain-text 409.`,
    access: everyone,
    user: 'owner',
    params: z.strictObject({ user_id: uuid }),
    response: success,
    errors: ownerErrors,
  },
  'GET /internal/owner-invitations': {
    summary: 'List the pending invitations of owners',
    access: admins,
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: listOf(z.object({ id: z.string(), recipient_email: z.string(), expires_at_millis: millis })),
    errors: [],
  },
  'POST /internal/owner-invitations': {
    summary: 'Invite an owner by email',
    description: `${forAdmins} The link leads to the dashboard, where somebody without an account creates one. If the team has no free seat, the response is a plain-text 409.`,
    access: everyone,
    user: 'owner',
    handlerLimits: ['emailsByRecipient', 'emailsByAddress'],
    body: z.strictObject({
      email: emailAsGiven,
      in_own_team: z
        .boolean()
        .optional()
        .meta({
          description:
            'If true and the team owns other projects too, the project first moves to a new team of which only the ' +
            'caller is a member: the invited person manages no other project, and the other owners lose access.',
        }),
    }),
    response: z.object({ id: z.string() }),
    errors: ownerErrors,
  },
  'DELETE /internal/owner-invitations/{id}': {
    summary: 'Revoke the invitation of an owner',
    description: forAdmins,
    access: everyone,
    user: 'owner',
    params: z.strictObject({ id: uuid }),
    response: success,
    errors: [...ownerErrors, 'VERIFICATION_CODE_NOT_FOUND'],
  },
})
