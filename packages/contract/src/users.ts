import { z } from 'zod'
import { byAccess } from './access.ts'
import {
  base64,
  displayName,
  email,
  json,
  locale,
  maxListItems,
  metadata,
  millis,
  pageOf,
  password,
  providerAccountId,
  queryBoolean,
  success,
  url,
  uuid,
} from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { clientTeam, serverTeam } from './teams.ts'

const servers = ['server', 'admin'] as const

const providerLink = z.object({ id: z.string(), account_id: z.string(), email: z.string().nullable() })

/** What requires a second factor of the user, now or from a date. */
const secondFactorRequirement = z.object({
  required_by: z.enum(['project', 'team']),
  display_name: z.string(),
  required_from_millis: millis.nullable().meta({ description: 'Null: it is required already.' }),
})

export const clientUser = z.object({
  id: z.string(),
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  display_name: z.string().nullable(),
  profile_image_url: z.string().nullable(),
  locale: z.string().nullable().meta({
    description: 'The language of emails to the user, as a BCP 47 tag. Null: the default language of the project.',
  }),
  signed_up_at_millis: millis,
  has_password: z.boolean(),
  otp_auth_enabled: z.boolean(),
  passkey_auth_enabled: z.boolean(),
  auth_with_email: z.boolean(),
  requires_totp_mfa: z.boolean(),
  passkey_mfa_enabled: z
    .boolean()
    .meta({ description: 'Whether the passkeys of the user are a second factor of other sign-ins.' }),
  is_anonymous: z.boolean(),
  oauth_providers: z.array(providerLink),
  selected_team_id: z.string().nullable(),
  selected_team: clientTeam.nullable(),
  client_metadata: json,
  client_read_only_metadata: json,
  second_factor_requirement: secondFactorRequirement.optional().meta({
    description:
      'If the project or a team of the user requires a second factor, now or from a date. Only in responses of ' +
      '`/users/me`.',
  }),
})

export const serverUser = clientUser.extend({
  primary_email_auth_enabled: z.boolean(),
  last_active_at_millis: millis,
  selected_team: serverTeam.nullable(),
  server_metadata: json,
})

/** 10 to 128 bytes. */
const totpSecret = base64.min(16).max(172)

const clientUpdate = z.strictObject({
  display_name: displayName.nullable().optional(),
  profile_image_url: url.nullable().optional(),
  locale: locale.nullable().optional(),
  client_metadata: metadata.optional(),
  selected_team_id: uuid.nullable().optional(),
  totp_secret_base64: totpSecret.nullable().optional(),
  otp_auth_enabled: z.boolean().optional(),
  passkey_auth_enabled: z.boolean().optional(),
  passkey_mfa_enabled: z.boolean().optional(),
})

const serverUpdate = clientUpdate.extend({
  client_read_only_metadata: metadata.optional(),
  server_metadata: metadata.optional(),
  primary_email: email.nullable().optional(),
  primary_email_verified: z.boolean().optional(),
  primary_email_auth_enabled: z.boolean().optional(),
  password: password.nullable().optional(),
  password_hash: z.string().min(1).optional(),
  is_anonymous: z.literal(false).optional(),
})

const serverCreate = serverUpdate
  .omit({ selected_team_id: true, is_anonymous: true, passkey_mfa_enabled: true })
  .extend({
    is_anonymous: z.boolean().optional(),
    oauth_providers: z
      .array(
        z.strictObject({
          id: z.string(),
          account_id: providerAccountId,
          email: z.string().nullable().default(null),
        }),
      )
      .max(maxListItems)
      .optional(),
  })

/** All methods of a resource accept the same query parameters, even those that ignore them. */
const listQuery = z.strictObject({
  limit: z.number().int().min(1).optional(),
  cursor: uuid.optional(),
  order_by: z.enum(['signed_up_at']).optional(),
  desc: queryBoolean.optional(),
  query: z
    .string()
    .refine((text) => !text.includes('\0'), 'must not contain the character U+0000')
    .optional(),
  include_anonymous: queryBoolean.optional(),
  team_id: uuid.optional(),
})

const userParams = z.strictObject({ user_id: uuid })

export const userRoutes = defineRoutes('users', {
  'GET /users/me': {
    summary: 'Get the signed-in user',
    access: everyone,
    user: 'me',
    query: z.strictObject({}),
    response: byAccess({ client: clientUser, server: serverUser }),
    errors: [],
  },
  'PATCH /users/me': {
    summary: 'Change the signed-in user',
    access: everyone,
    ownerNeeds: 'accounts',
    user: 'me',
    stepUp: ['totp_secret_base64', 'otp_auth_enabled', 'passkey_auth_enabled', 'passkey_mfa_enabled'],
    beforeSecondFactor: ['totp_secret_base64', 'passkey_mfa_enabled'],
    query: z.strictObject({}),
    body: byAccess({ client: clientUpdate, server: serverUpdate }),
    response: byAccess({ client: clientUser, server: serverUser }),
    errors: [
      'TEAM_MEMBERSHIP_NOT_FOUND',
      'USER_EMAIL_ALREADY_EXISTS',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_REQUIREMENTS_NOT_MET',
    ],
  },
  'DELETE /users/me': {
    summary: 'Delete the signed-in user',
    description: 'Clients can do this only if the project allows it.',
    access: everyone,
    ownerNeeds: 'accounts',
    user: 'me',
    stepUp: true,
    query: z.strictObject({}),
    response: success,
    errors: [],
  },
  'GET /users': {
    summary: 'List and search users',
    description:
      'Ordered by sign-up. The cursor is the ID of the first user of the page. The search matches display names, ' +
      'email addresses and complete user IDs. A request reads a limited number of users, so in projects with more than ' +
      '10,000 users a page can have fewer than asked for, even none: the list ends where `next_cursor` is null.',
    access: servers,
    heavyRead: true,
    query: listQuery,
    response: pageOf(serverUser),
    errors: [],
  },
  'POST /users': {
    summary: 'Create a user',
    access: servers,
    query: listQuery,
    body: serverCreate,
    status: 201,
    response: serverUser,
    errors: [
      'USER_EMAIL_ALREADY_EXISTS',
      'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_REQUIREMENTS_NOT_MET',
    ],
  },
  'GET /users/{user_id}': {
    summary: 'Read a user',
    access: servers,
    params: userParams,
    query: listQuery,
    response: serverUser,
    errors: ['USER_NOT_FOUND'],
  },
  'PATCH /users/{user_id}': {
    summary: 'Change a user',
    access: servers,
    ownerNeeds: 'accounts',
    params: userParams,
    query: listQuery,
    body: serverUpdate,
    response: serverUser,
    errors: [
      'USER_NOT_FOUND',
      'TEAM_MEMBERSHIP_NOT_FOUND',
      'USER_EMAIL_ALREADY_EXISTS',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_REQUIREMENTS_NOT_MET',
    ],
  },
  'DELETE /users/{user_id}': {
    summary: 'Delete a user',
    access: servers,
    params: userParams,
    query: listQuery,
    response: success,
    errors: ['USER_NOT_FOUND'],
  },
})
