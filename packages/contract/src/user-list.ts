import { z } from 'zod'
import { listCursor, millis, pageOf, queryBoolean, uuid } from './fields.ts'
import { defineRoutes } from './route.ts'

const listedUser = z.object({
  id: z.string(),
  display_name: z.string().nullable(),
  profile_image_url: z.string().nullable(),
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  is_anonymous: z.boolean(),
  is_restricted: z.boolean(),
  auth_methods: z
    .array(z.string())
    .meta({ description: '`password`, `otp`, `passkey`, `connection` (of a company), and the IDs of the providers.' }),
  requires_totp_mfa: z.boolean(),
  passkey_mfa_enabled: z.boolean(),
  signed_up_at_millis: millis,
  last_active_at_millis: millis.nullable().meta({ description: 'Null if the user has never signed in.' }),
})

const time = z.number().int().min(0).max(8_640_000_000_000_000)
const text = z.string().refine((value) => !value.includes('\0'), 'must not contain the character U+0000')

/** Users must match all of these. */
export const userFilter = {
  query: text
    .max(1000)
    .optional()
    .meta({ description: 'A part of the name or of an email address, or a complete user ID.' }),
  anonymous: z
    .enum(['exclude', 'include', 'only'])
    .optional()
    .meta({ description: 'Anonymous users are excluded by default.' }),
  primary_email_verified: queryBoolean
    .optional()
    .meta({ description: 'Users without a primary email address match neither `true` nor `false`.' }),
  auth_method: text
    .max(256)
    .optional()
    .meta({ description: '`password`, `otp`, `passkey`, `connection` (of a company) or the ID of a provider.' }),
  restricted: queryBoolean.optional(),
  team_id: uuid.optional(),
  signed_up_from_millis: time.optional(),
  signed_up_until_millis: time.optional(),
  last_active_from_millis: time.optional(),
  last_active_until_millis: time.optional(),
}

export const userListRoutes = defineRoutes('read', {
  'GET /internal/users': {
    summary: 'Filter and sort users',
    description:
      'For the dashboard. Users must match all given filters; a range includes its start but not its end. In the order ' +
      'of activity, users who have never signed in come last in both directions. In the order of names, which ignores ' +
      'case, users without a name come after all others. Because a request reads a limited ' +
      'number of users, a page can have fewer users than asked for, even none: the list ends where `next_cursor` is ' +
      'null. Pass the same filters and order with a cursor.',
    access: ['admin'],
    heavyRead: true,
    query: z.strictObject({
      limit: z.number().int().min(1).max(200).optional(),
      cursor: listCursor.optional(),
      order_by: z.enum(['signed_up_at', 'last_active_at', 'name']).optional(),
      desc: queryBoolean.optional(),
      ...userFilter,
    }),
    response: pageOf(listedUser).extend({
      total_users: z
        .number()
        .int()
        .meta({ description: 'How many users the project has, regardless of all filters but `anonymous`.' }),
    }),
    errors: [],
  },
})
