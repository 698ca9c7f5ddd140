import { z } from 'zod'
import { listCursor, listOf, millis, noQuery, pageOf, success, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { subjects } from './subjects.ts'

const servers = ['server', 'admin'] as const

const shared = {
  id: z.string(),
  description: z.string(),
  is_public: z.boolean(),
  created_at_millis: millis,
  expires_at_millis: millis.optional(),
  manually_revoked_at_millis: millis.optional(),
  last_used_at_millis: millis.optional().meta({
    description:
      'When a check last found the key valid, to the minute. Left out if none ever did; only sent when keys are listed, ' +
      'read or changed.',
  }),
  value: z
    .object({ last_four: z.string() })
    .meta({ description: 'The last four characters. The full key is returned only when it is created.' }),
}
const userKey = z.object({ ...shared, type: z.literal('user'), user_id: z.string() })
const teamKey = z.object({ ...shared, type: z.literal('team'), team_id: z.string() })

const whole = { value: z.string().meta({ description: 'The full key. It is not shown again.' }) }

const expiry = z
  .number()
  .int()
  .min(1)
  .max(8_640_000_000_000_000)
  .nullable()
  .meta({ description: 'Milliseconds since the Unix epoch; null for a key that never expires.' })

const create = { description: z.string(), expires_at_millis: expiry, is_public: z.boolean().optional() }

const update = z.strictObject({
  description: z.string().optional(),
  expires_at_millis: expiry.optional(),
  revoked: z.literal(true).optional(),
})
const checkBody = z.strictObject({ api_key: z.string() })
const checkErrors = ['API_KEY_NOT_FOUND', 'WRONG_API_KEY_TYPE', 'API_KEY_REVOKED', 'API_KEY_EXPIRED'] as const

const params = z.strictObject({ id: uuid })
/** Accepted and ignored: a key already identifies its owner. */
const anyUserQuery = z.strictObject({ user_id: userIdOrMe.optional() })
const teamQuery = z.strictObject({ team_id: uuid })

export const apiKeyRoutes = defineRoutes('accounts', {
  'GET /user-api-keys': {
    summary: 'List the API keys of a user, newest first',
    description: 'Includes expired and revoked keys.',
    access: everyone,
    query: z.strictObject({ user_id: userIdOrMe, cursor: listCursor.optional() }),
    response: listOf(userKey),
    errors: ['USER_AUTHENTICATION_REQUIRED'],
  },
  'POST /user-api-keys': {
    summary: 'Create an API key for a user',
    access: everyone,
    stepUp: true,
    query: anyUserQuery,
    body: z.strictObject({ ...create, user_id: userIdOrMe }),
    response: userKey.extend(whole),
    errors: ['USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND'],
  },
  'GET /user-api-keys/{id}': {
    summary: 'Read an API key of a user',
    access: everyone,
    params,
    query: anyUserQuery,
    response: userKey,
    errors: ['USER_AUTHENTICATION_REQUIRED', 'API_KEY_NOT_FOUND'],
  },
  'PATCH /user-api-keys/{id}': {
    summary: 'Change the description or expiry of a user API key, or revoke it',
    description: 'A revoked key stays revoked, even if its expiry is changed.',
    access: everyone,
    stepUp: ['expires_at_millis'],
    params,
    query: anyUserQuery,
    body: update,
    response: userKey,
    errors: ['USER_AUTHENTICATION_REQUIRED', 'API_KEY_NOT_FOUND'],
  },
  'POST /user-api-keys/check': {
    summary: 'Check an API key and get the user it belongs to',
    access: servers,
    limits: ['keyReadsByProject', 'apiKeyChecksByKey'],
    query: noQuery,
    body: checkBody,
    response: userKey,
    errors: checkErrors,
  },
  'GET /team-api-keys': {
    summary: 'List the API keys of a team, newest first',
    description: 'Clients need the permission `$manage_api_keys` for all routes about API keys of a team.',
    access: everyone,
    query: teamQuery.extend({ cursor: listCursor.optional() }),
    response: listOf(teamKey),
    errors: ['USER_AUTHENTICATION_REQUIRED', 'API_KEY_NOT_FOUND'],
  },
  'POST /team-api-keys': {
    summary: 'Create an API key for a team',
    access: everyone,
    stepUp: true,
    query: z.strictObject({ team_id: uuid.optional() }),
    body: z.strictObject({ ...create, team_id: uuid }),
    response: teamKey.extend(whole),
    errors: ['USER_AUTHENTICATION_REQUIRED', 'API_KEY_NOT_FOUND', 'TEAM_NOT_FOUND'],
  },
  'GET /team-api-keys/{id}': {
    summary: 'Read an API key of a team',
    access: everyone,
    params,
    query: teamQuery,
    response: teamKey,
    errors: ['USER_AUTHENTICATION_REQUIRED', 'API_KEY_NOT_FOUND'],
  },
  'PATCH /team-api-keys/{id}': {
    summary: 'Change the description or expiry of a team API key, or revoke it',
    description: 'A revoked key stays revoked, even if its expiry is changed.',
    access: everyone,
    stepUp: ['expires_at_millis'],
    params,
    query: teamQuery,
    body: update,
    response: teamKey,
    errors: ['USER_AUTHENTICATION_REQUIRED', 'API_KEY_NOT_FOUND'],
  },
  'POST /team-api-keys/check': {
    summary: 'Check an API key and get the team it belongs to',
    access: servers,
    limits: ['keyReadsByProject', 'apiKeyChecksByKey'],
    query: noQuery,
    body: checkBody,
    response: teamKey,
    errors: checkErrors,
  },
  'GET /internal/user-and-team-api-keys': {
    summary: 'List the API keys of all users and teams of the project, newest first',
    access: ['admin'],
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: pageOf(z.discriminatedUnion('type', [userKey, teamKey])).extend({ subjects }),
    errors: [],
  },
  'POST /integrations/credential-scanning/revoke': {
    summary: 'Revoke an API key that was found in a public place',
    description:
      'For secret scanners. The user, or the members of the team who manage its keys, are notified by email.',
    access: 'open',
    limits: ['leakReportByAddress'],
    query: noQuery,
    body: checkBody,
    response: success,
    errors: ['API_KEY_NOT_FOUND', 'PUBLIC_API_KEY_CANNOT_BE_REVOKED', 'API_KEY_EXPIRED'],
  },
})
