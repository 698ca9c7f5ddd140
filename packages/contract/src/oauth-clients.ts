import { z } from 'zod'
import { listCursor, maxDateMillis, millis, noQuery, pageOf, success, uuid } from './fields.ts'
import { oauthClientTypes } from './redirect-uris.ts'
import { revision, saveHeaders } from './revisions.ts'
import { defineRoutes } from './route.ts'

/** Those that owners register. */
export const maxOAuthClients = 500
/** How long the earlier secret may stay valid after a rotation. */
export const maxSecretOverlapDays = 30

const displayName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .refine((name) => !/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u.test(name), 'must not have invisible characters')

const uris = z.array(z.string().max(2_000)).max(50)
const redirectUris = uris.meta({
  description:
    'Compared exactly: https, or http on the own machine of the user, for native clients or while the project allows ' +
    'localhost. There the port is free for native clients, also for those that only have such URIs. Native clients ' +
    'may have schemes like `com.example.app`.',
})
const postLogoutRedirectUris = uris.meta({ description: 'Where the browser may return to after a sign-out.' })
const backchannelLogoutUri = z
  .string()
  .max(2_000)
  .refine((uri) => /^https?:\/\/[^\s\\#@]+$/i.test(uri) && URL.canParse(uri), 'must be an http or https URL')
  .nullable()
  .meta({ description: 'Gets a logout token when a user signs out. Null: it is not told.' })
const scopes = z
  .array(z.string().min(1).max(100))
  .max(200)
  .nullable()
  .meta({ description: 'What it may ask for: scopes of the project and built-in ones. Null: all of them.' })
const skipsConsent = z.boolean().meta({
  description: 'For apps of your own company: users are not asked. Never for clients that registered themselves.',
})

const secret = z.object({
  id: z.string(),
  ending: z.string().meta({ description: 'Its last four characters.' }),
  created_at_millis: millis,
  expires_at_millis: millis.nullable().meta({ description: 'Set for the earlier secret after a rotation.' }),
  last_used_at_millis: millis.nullable().meta({ description: 'To the minute. Null: never used.' }),
})

const client = z.object({
  id: z.string().meta({ description: 'The client ID.' }),
  type: z.enum(oauthClientTypes),
  display_name: z.string(),
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()),
  backchannel_logout_uri: z.string().nullable(),
  scopes: z.array(z.string()).nullable(),
  skips_consent: z.boolean(),
  is_self_registered: z.boolean().meta({ description: 'Nobody has verified what it says about itself.' }),
  secrets: z
    .array(secret)
    .meta({ description: 'Those that work, newest first. None for single-page and native ones.' }),
  user_count: z.number().int().meta({ description: 'Users who have given it access. 1,000 stands for more, too.' }),
  created_at_millis: millis,
  updated_at_millis: millis,
  last_used_at_millis: millis.nullable().meta({ description: 'When it got a token, to the minute.' }),
  expires_at_millis: millis.nullable().meta({
    description: 'When a client that registered itself is deleted, unless it is used before.',
  }),
  revision,
})

const newSecret = {
  client_secret: z.string().nullable().meta({ description: 'Not shown again. Null if this type of client has none.' }),
}

const params = z.strictObject({ id: uuid })
const servers = { access: ['server', 'admin'], query: noQuery } as const
const errors = ['OAUTH_CLIENT_NOT_FOUND'] as const

const settings = {
  redirect_uris: redirectUris.optional(),
  post_logout_redirect_uris: postLogoutRedirectUris.optional(),
  backchannel_logout_uri: backchannelLogoutUri.optional(),
  scopes: scopes.optional(),
  skips_consent: skipsConsent.optional(),
}

export const oauthClientRoutes = defineRoutes('settings', {
  'GET /oauth-clients': {
    summary: 'Search the OAuth clients of the project, newest first',
    description:
      'The search matches names and complete client IDs. Clients that have a metadata document are not stored, so they ' +
      'are not in the list. A page can have fewer items than asked for: the list ends where `next_cursor` is null.',
    access: ['server', 'admin'],
    query: z.strictObject({
      query: z
        .string()
        .max(200)
        .refine((text) => !text.includes('\0'), 'must not contain the character U+0000')
        .optional(),
      limit: z.number().int().min(1).max(200).optional(),
      cursor: listCursor.optional(),
    }),
    response: pageOf(client),
    errors: [],
  },
  'POST /oauth-clients': {
    summary: 'Register an OAuth client',
    description:
      'An app, or a program, that users of the project sign in to with their account: `web` and `machine` ones get a ' +
      'secret, which only this response has. Scopes have to exist.',
    ...servers,
    body: z.strictObject({ type: z.enum(oauthClientTypes), display_name: displayName, ...settings }),
    status: 201,
    response: client.extend(newSecret),
    errors: ['INVALID_SCOPE'],
  },
  'GET /oauth-clients/{id}': {
    summary: 'Read an OAuth client',
    ...servers,
    params,
    response: client,
    errors,
  },
  'PATCH /oauth-clients/{id}': {
    summary: 'Change an OAuth client',
    description: 'Lists are replaced as a whole. The type cannot change.',
    ...servers,
    headers: saveHeaders,
    params,
    body: z.strictObject({ display_name: displayName.optional(), ...settings }),
    response: client,
    errors: [...errors, 'INVALID_SCOPE'],
  },
  'DELETE /oauth-clients/{id}': {
    summary: 'Delete an OAuth client',
    description: 'The access that users have given it ends at once, with all tokens that can be ended.',
    ...servers,
    params,
    response: success,
    errors,
  },
  'POST /oauth-clients/{id}/rotate-secret': {
    summary: 'Replace the secret of an OAuth client, while the earlier one stays valid for some time',
    description:
      'This is the only response with the new secret. The earlier one stops working at the given time, and one from ' +
      'before it at once. Clients without a secret get a plain-text 400.',
    ...servers,
    params,
    body: z.strictObject({
      old_secret_expires_at_millis: millis
        .min(0)
        .max(maxDateMillis)
        .meta({ description: `At most ${maxSecretOverlapDays} days from now. A time in the past ends it at once.` }),
    }),
    response: client.extend({ client_secret: z.string().meta({ description: 'Not shown again.' }) }),
    errors,
  },
  'DELETE /oauth-clients/{id}/secrets/{secret_id}': {
    summary: 'End a secret of an OAuth client at once',
    description: 'Without any, it cannot get tokens until it has a new one. Unknown secrets are a plain-text 404.',
    ...servers,
    params: z.strictObject({ id: uuid, secret_id: uuid }),
    response: client,
    errors,
  },
})
