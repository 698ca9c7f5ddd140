import { z } from 'zod'
import { url } from './fields.ts'
import { defineRoutes } from './route.ts'

/** What OAuth allows in challenges, and a little more: existing clients are not all as strict as RFC 7636. */
const codeChallenge = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 printable ASCII characters')
  .meta({ description: 'With `S256` the base64url form, without padding, of the SHA-256 hash of the verifier.' })

const authorizationQuery = z.strictObject({
  client_id: z.string().meta({ description: 'The project id, or `<project id>#<branch id>`.' }),
  client_secret: z.string().meta({ description: 'The publishable client key.' }),
  redirect_uri: url.meta({ description: 'Where the code goes. A fragment is dropped.' }),
  scope: z.string().meta({ description: 'Must be `legacy`, or the callback refuses to go on.', examples: ['legacy'] }),
  state: z.string().min(1).meta({ description: 'Comes back with the code.' }),
  grant_type: z.literal('authorization_code'),
  code_challenge: codeChallenge,
  code_challenge_method: z
    .enum(['S256', 'plain'])
    .meta({ description: '`plain` only for a client id that `auth.oauth.plainPkceClients` of the settings lists.' }),
  response_type: z.literal('code'),
  type: z.enum(['authenticate', 'link']).default('authenticate'),
  token: z
    .string()
    .meta({ description: 'An access token: of the user to link to, or of the anonymous user who signs up.' })
    .optional(),
  provider_scope: z.string().meta({ description: 'More scopes of the provider, separated by spaces.' }).optional(),
  error_redirect_uri: url.meta({ description: 'Where known errors go, if it is trusted.' }).optional(),
  error_redirect_url: url.meta({ description: 'The older name of `error_redirect_uri`.' }).optional(),
  after_callback_redirect_url: z.string().meta({ description: 'Comes back with the tokens.' }).optional(),
  claim_unverified: z
    .enum(['true', 'false'])
    .meta({
      description:
        'If somebody signed up with the e-mail and never verified it, whoever verifies it by the provider gets that ' +
        'account without the credentials, addresses, keys and sessions from before.',
    })
    .optional(),
})

const provider = z.strictObject({ provider: z.string().meta({ description: 'The id of the provider: `github`.' }) })

/** Providers add what they like, so any parameter may come. */
const providerAnswer = z
  .record(z.string(), z.string())
  .meta({ description: 'What the provider sends along: `state`, and `code` or `error`.' })

const accountErrors = [
  'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
  'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
  'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  'SIGN_UP_NOT_ENABLED',
] as const

const callbackErrors = [
  'OUTER_OAUTH_TIMEOUT',
  'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  'OAUTH_PROVIDER_ACCESS_DENIED',
  'REDIRECT_URL_NOT_WHITELISTED',
  ...accountErrors,
] as const

export const oauthRoutes = defineRoutes({
  'GET /auth/oauth/authorize/{provider}': {
    summary: 'Send a browser to a provider to sign in there',
    description:
      'The browser is opened here, so everything is in the query. It must come back within 10 minutes, with the ' +
      'cookie that this answer sets. Errors are never redirected.',
    access: 'open',
    handlerLimits: ['oauthByAddress'],
    params: provider,
    query: authorizationQuery,
    status: 307,
    response: 'redirect',
    errors: [
      'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
      'INVALID_PUBLISHABLE_CLIENT_KEY',
      'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
      'UNPARSABLE_ACCESS_TOKEN',
      'ACCESS_TOKEN_EXPIRED',
      'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    ],
  },
  'GET /auth/oauth/callback/{provider}': {
    summary: 'Take a browser back from the provider',
    description:
      'Register this address at the provider. The browser goes on to the `redirect_uri` with `code` and `state`, or, ' +
      'for errors with a code, to a trusted error URL with `errorCode`, `message` and `details`. If a `token` came along, ' +
      'its user gets the account of the provider when the code is exchanged, and not before.',
    access: 'open',
    params: provider,
    query: providerAnswer,
    status: 303,
    response: 'redirect',
    errors: callbackErrors,
  },
  'POST /auth/oauth/callback/{provider}': {
    summary: 'Take a browser back from a provider that answers by a form',
    description: 'As with GET, for providers such as Apple that let the browser post what they answer.',
    access: 'open',
    params: provider,
    query: providerAnswer,
    body: providerAnswer,
    bodyOptional: true,
    status: 303,
    response: 'redirect',
    errors: callbackErrors,
  },
  'POST /auth/oauth/token': {
    summary: 'Exchange a code for a session, or get a new access token',
    description:
      'Form or JSON body; the client id is the project id, the client secret its publishable client key, which may be ' +
      'left out beside a `code_verifier`. A code works once, with the verifier and the `redirect_uri` that it was made ' +
      'for. What is missing is answered with `{error: "invalid_request"}` as OAuth clients expect.',
    access: 'open',
    handlerLimits: ['refreshByAddress'],
    body: z.strictObject({
      grant_type: z.enum(['authorization_code', 'refresh_token']),
      client_id: z.string().optional(),
      client_secret: z.string().optional(),
      code: z.string().optional(),
      redirect_uri: z.string().optional(),
      code_verifier: z.string().optional(),
      refresh_token: z.string().optional(),
      scope: z.literal('legacy').optional(),
    }),
    response: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.number(),
      scope: z.literal('legacy'),
      refresh_token: z.string().optional(),
      is_new_user: z.boolean().optional(),
      newUser: z.boolean().optional(),
      after_callback_redirect_url: z.string().nullable().optional(),
      afterCallbackRedirectUrl: z.string().nullable().optional(),
    }),
    responseHeaders: { 'cache-control': 'no-store', pragma: 'no-cache' },
    errors: [
      'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
      'INVALID_AUTHORIZATION_CODE',
      ...accountErrors,
      'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    ],
  },
})
