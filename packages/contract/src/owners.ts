import { z } from 'zod'
import {
  emailAsGiven,
  listCursor,
  listOf,
  millis,
  password,
  queryBoolean,
  signInEmail,
  success,
  tokensAndUser,
  uuid,
} from './fields.ts'
import { ownerRoles } from './owner-roles.ts'
import { defineRoutes, everyone } from './route.ts'
import { verificationCode, verificationCodeErrors } from './verification-codes.ts'

const passwordErrors = [
  'PASSWORD_AUTHENTICATION_NOT_ENABLED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_REQUIREMENTS_NOT_MET',
  'USER_EMAIL_ALREADY_EXISTS',
] as const

const admins = ['admin'] as const
const setupCode = z.string().max(1_000)
const role = z.enum(ownerRoles).meta({
  description:
    '`owner`: everything. `admin`: everything but owners, transfer and deletion. `developer`: settings, keys, emails ' +
    'and webhooks; sees users. `support`: users, teams and signing in as a user; no settings and no keys. `viewer`: ' +
    'sees everything but secrets.',
})
const forOwners = 'Needs the session of somebody with the role `owner`.'
const ownerErrors = ['TEAM_MEMBERSHIP_NOT_FOUND'] as const

export const ownerRoutes = defineRoutes('owners', {
  'GET /internal/first-owner': {
    summary: 'Check whether the server still needs its first owner',
    access: 'open',
    response: z.object({
      has_owner: z.boolean().meta({ description: 'False as long as nobody has an account in the project `internal`.' }),
      is_claimed: z.boolean().meta({ description: 'False as long as nobody manages the project `internal`.' }),
      needs_setup_code: z.boolean().meta({
        description:
          'Whether it takes the setup code to become the first owner: always in production and where one is configured, ' +
          'and in development unless the request comes from the machine that the server runs on.',
      }),
    }),
    errors: [],
  },
  'POST /internal/first-owner/claim': {
    summary: 'Make the signed-in account the first owner of the server',
    description:
      'For accounts that signed up before anybody managed the project `internal`. They take the setup code where the ' +
      'first account does, and get the same. Accounts that own no project and have a role in those of others always take it.',
    access: everyone,
    ownerNeeds: 'none',
    user: 'authenticated',
    limits: ['signUpByAddress'],
    body: z.strictObject({ setup_code: setupCode.optional() }),
    response: success,
    errors: ['EXPECTED_INTERNAL_PROJECT'],
  },
  'POST /internal/first-owner': {
    summary: 'Create the first owner',
    description:
      'Works while nobody has an account in the project `internal`, even if owners cannot sign up. The first owner ' +
      'manages the project `internal`, and with it the server, and the demo, and can invite others. In production, and ' +
      'in development from another machine or from a page of another origin, it takes the setup code: the value of ' +
      '`LATCHKEY_SETUP_CODE`, or the code that every start shows until there is an owner. A wrong code is a plain-text ' +
      '403. If the server already has an owner, returns a plain-text 409.',
    access: 'open',
    handlerLimits: ['signUpByAddress', 'signUpByProject'],
    body: z.strictObject({ setup_code: setupCode.optional(), email: signInEmail, password }),
    response: tokensAndUser,
    errors: passwordErrors,
  },
  'POST /internal/invited-owner/details': {
    summary: 'Get what an invitation of an owner is for',
    description:
      'For the page that the link in the email leads to. The address is shortened, because links are passed on.',
    access: 'open',
    handlerLimits: ['codeGuessesByEmail'],
    body: z.strictObject({ code: verificationCode }),
    response: z.object({
      inviter_name: z.string().nullable().meta({ description: 'Null if a server has sent the invitation.' }),
      project_names: z
        .array(z.string())
        .meta({ description: 'Of the team that owns them, the oldest first, at most ten.' }),
      project_count: z.number(),
      role,
      recipient_email: z.string().meta({ examples: ['a•••@example.com'] }),
      has_account: z.boolean().meta({ description: 'Whether the invited address signs in to an account already.' }),
    }),
    errors: [...verificationCodeErrors, 'TEAM_NOT_FOUND'],
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
    description: `${forOwners} The last owner keeps the role; the response is then a plain-text 409. Who is no longer an owner loses the invitations that they sent.`,
    access: everyone,
    user: 'owner',
    params: z.strictObject({ user_id: uuid }),
    body: z.strictObject({ role }),
    response: success,
    errors: ownerErrors,
  },
  'DELETE /internal/owners/{user_id}': {
    summary: 'Remove an owner, or stop being one',
    description: `${forOwners} Everybody can leave, except for the last owner; the response is then a plain-text 409. The invitations that they sent and those to their addresses end.`,
    access: everyone,
    ownerNeeds: 'none',
    user: 'owner',
    params: z.strictObject({ user_id: uuid }),
    query: z.strictObject({
      revoke_keys: queryBoolean.optional().meta({
        description: 'If true, also revokes all keys that they created in the projects of the team.',
      }),
    }),
    response: success,
    errors: ownerErrors,
  },
  'GET /internal/owners/{user_id}/keys': {
    summary: 'List the valid keys that an owner has created',
    description:
      'In all projects of the team, the newest first. Keys from before creators were recorded are not among them.',
    access: admins,
    ownerNeeds: 'owners',
    params: z.strictObject({ user_id: uuid }),
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: listOf(
      z.object({
        project_id: z.string(),
        project_display_name: z.string(),
        id: z.string(),
        description: z.string(),
        created_at_millis: millis,
        last_used_at_millis: millis.nullable(),
      }),
    ),
    errors: [],
  },
  'GET /internal/owner-invitations': {
    summary: 'List the pending invitations of owners',
    access: admins,
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: listOf(z.object({ id: z.string(), recipient_email: z.string(), role, expires_at_millis: millis })),
    errors: [],
  },
  'POST /internal/owner-invitations': {
    summary: 'Invite an owner by email',
    description: `${forOwners} The link leads to the dashboard, where somebody without an account creates one; others need an account that has verified the address. If the team has no free seat, the response is a plain-text 409.`,
    access: everyone,
    user: 'owner',
    limits: ['emailsByRecipient', 'emailsByAddress'],
    body: z.strictObject({
      email: emailAsGiven,
      role: role.optional().meta({ description: 'By default `developer`, or `owner` with `in_own_team`.' }),
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
    description: forOwners,
    access: everyone,
    user: 'owner',
    params: z.strictObject({ id: uuid }),
    response: success,
    errors: [...ownerErrors, 'VERIFICATION_CODE_NOT_FOUND'],
  },
})
