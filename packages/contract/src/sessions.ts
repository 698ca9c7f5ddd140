import { z } from 'zod'
import { byAccess } from './access.ts'
import { listCursor, listOf, millis, success, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

const maxSessionMillis = 31_708_800_000

export const sessionKey = z
  .string()
  .regex(/^[\w-]{43}$/, 'must be the SHA-256 thumbprint of a key as base64url')
  .meta({
    description:
      'The RFC 7638 thumbprint of an ES256 key. The session is bound to the key: its refreshes have to be signed with it.',
  })

/** The header of sign-ins. */
export const sessionKeyHeader = z.object({ 'x-stack-session-key': sessionKey.optional() })

/** Shared with `POST /auth/oauth/token`, which has it in its body. */
export const sessionProof = z
  .string()
  .max(2_000)
  .meta({
    description:
      'For sessions that are bound to a key: a proof of the key in the manner of RFC 9449, with the claims `htm`, `htu` ' +
      '(the path of this route after `/api/v1`) and `nonce`. The first nonce is the SHA-256 hash of the refresh token as base64url.',
  })

export const sessionNonce = z
  .string()
  .optional()
  .meta({ description: 'For sessions that are bound to a key: the nonce of the next proof.' })

/** Where something was last used from. */
export const ipInfo = z.object({
  ip: z.string(),
  countryCode: z.string().nullable(),
  regionCode: z.string().nullable(),
  cityName: z.string().nullable(),
  tzIdentifier: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})

const session = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: millis,
  is_impersonation: z.boolean(),
  last_used_at: millis.optional(),
  is_current_session: z.boolean(),
  last_used_at_end_user_ip_info: ipInfo.optional(),
  last_used_user_agent: z
    .string()
    .optional()
    .meta({ description: 'The `User-Agent` of the browser that last used the session.' }),
})

export const sessionRoutes = defineRoutes('accounts', {
  'POST /auth/sessions': {
    summary: 'Create a session for a user',
    access: ['server', 'admin'],
    body: z.strictObject({
      user_id: userIdOrMe,
      expires_in_millis: z.number().int().min(1).max(maxSessionMillis).default(31_536_000_000),
      is_impersonation: z.boolean().default(false),
    }),
    response: z.object({ refresh_token: z.string(), access_token: z.string() }),
    errors: ['USER_ID_DOES_NOT_EXIST'],
  },
  'GET /auth/sessions': {
    summary: 'List the sessions of a user, newest first',
    description: 'Clients list their own sessions. Impersonation sessions are shown to admins only.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query: z.strictObject({ user_id: userIdOrMe, cursor: listCursor.optional() }),
    response: listOf(session),
    errors: [],
  },
  'DELETE /auth/sessions': {
    summary: 'Sign a user out everywhere',
    description:
      'Ends all sessions of the user but the one of the access token, and with them the access of apps and agents and ' +
      'the trust in devices. Clients do this for the signed-in user.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    query: z.strictObject({ user_id: userIdOrMe }),
    response: success,
    errors: ['USER_NOT_FOUND', 'ACCESS_TOKEN_EXPIRED'],
  },
  'DELETE /auth/sessions/{id}': {
    summary: 'End a session',
    access: everyone,
    params: z.strictObject({ id: uuid }),
    query: byAccess({
      client: z.strictObject({ user_id: userIdOrMe }),
      server: z.strictObject({ user_id: userIdOrMe.optional() }),
    }),
    response: success,
    errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'CANNOT_DELETE_CURRENT_SESSION'],
  },
  'DELETE /auth/sessions/current': {
    summary: 'Sign out',
    description: 'Ends the session of the access token.',
    access: everyone,
    ownerNeeds: 'none',
    beforeSecondFactor: true,
    response: success,
    errors: ['ACCESS_TOKEN_EXPIRED', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
  },
  'POST /auth/sessions/current/refresh': {
    summary: 'Get a new access token for the refresh token in the header',
    access: everyone,
    ownerNeeds: 'none',
    beforeSecondFactor: true,
    limits: ['refreshByAddress'],
    headers: z.object({ 'x-stack-refresh-token': z.string(), 'x-stack-session-proof': sessionProof.optional() }),
    response: z.object({ access_token: z.string(), session_nonce: sessionNonce }),
    errors: ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 'SESSION_PROOF_OUTDATED'],
  },
})
