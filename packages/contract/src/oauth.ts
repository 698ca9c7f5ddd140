import { z } from 'zod'
import { locale, url } from './fields.ts'
import { defineRoutes } from './route.ts'
import { sessionKey, sessionNonce, sessionProof } from './sessions.ts'
import { trustedDeviceHeader } from './trusted-devices.ts'

/** The scopes of a token are in an index, which limits their length. */
const maxScopeLength = 1_500
const maxScopes = 50

/** More lenient than RFC 7636, because not all existing clients follow it strictly. */
const codeChallenge = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 printable ASCII characters')
  .meta({ description: 'With `S256`, the SHA-256 hash of the verifier as base64url without padding.' })

const authorizationQuery = z.strictObject({
  client_id: z.string().meta({ description: 'The project ID, or `<project id>#<branch id>`.' }),
  client_secret: z.string().meta({ description: 'The publishable client key.' }),
  redirect_uri: url.meta({ description: 'Where the browser is redirected with the code. A fragment is dropped.' }),
  scope: z.string().meta({ description: 'Must be `legacy`; otherwise the callback fails.', examples: ['legacy'] }),
  state: z.string().min(1).meta({ description: 'Returned with the code.' }),
  grant_type: z.literal('authorization_code'),
  code_challenge: codeChallenge,
  code_challenge_method: z.enum(['S256', 'plain']).meta({
    description: '`plain` is only allowed for client IDs listed in the setting `auth.oauth.plainPkceClients`.',
  }),
  response_type: z.literal('code'),
  type: z.enum(['authenticate', 'link']).default('authenticate'),
  token: z
    .string()
    .meta({ description: 'An access token of the user to link the account to, or of the anonymous user who signs up.' })
    .optional(),
  provider_scope: z
    .string()
    .max(maxScopeLength)
    .regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/, 'must be scopes, separated by spaces')
    .refine((text) => text.split(' ').length <= maxScopes, `must have at most ${maxScopes} scopes`)
    .meta({ description: 'Additional scopes of the provider, separated by spaces.' })
    .optional(),
  error_redirect_uri: url
    .meta({ description: 'Where the browser is redirected on known errors, if the URL is trusted.' })
    .optional(),
  error_redirect_url: url.meta({ description: 'The older name of `error_redirect_uri`.' }).optional(),
  after_callback_redirect_url: z.string().meta({ description: 'Returned with the tokens.' }).optional(),
  locale: locale.optional().meta({
    description: 'The language of a user who signs up. If omitted, what the browser prefers.',
  }),
  claim_unverified: z
    .enum(['true', 'false'])
    .meta({
      description:
        'If somebody signed up with the email address and never verified it, a user whose provider has verified it ' +
        'gets that account, without its previous credentials, addresses, keys and sessions.',
    })
    .optional(),
})

const provider = z.strictObject({
  provider: z.string().meta({ description: 'The ID of the provider, such as `github`.' }),
})

/** Any parameter is allowed, because providers add their own. */
const providerResponse = z
  .record(z.string(), z.string())
  .meta({ description: 'The parameters sent by the provider: `state`, and `code` or `error`.' })

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

export const oauthRoutes = defineRoutes('settings', {
  'GET /auth/oauth/authorize/{provider}': {
    summary: 'Redirect a browser to a provider to sign in',
    description:
      'The browser opens this URL, so all parameters are in the query. It must return within 10 minutes, with the ' +
      'cookie that this response sets. Errors are never redirected.',
    access: 'open',
    trace: 'oauth',
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
    summary: 'Handle the redirect back from a provider',
    description:
      'Register this URL at the provider. The browser is redirected to the `redirect_uri` with `code` and `state` ' +
      'or, for errors with a code, to a trusted error URL with `errorCode`, `message` and `details`. If the flow was ' +
      'started with a `token`, the provider account is linked to its user when the code is exchanged.',
    access: 'open',
    trace: 'oauth',
    params: provider,
    query: providerResponse,
    status: 303,
    response: 'redirect',
    errors: callbackErrors,
  },
  'POST /auth/oauth/callback/{provider}': {
    summary: 'Handle the form post back from a provider',
    description: 'Like GET, for providers such as Apple that use the response mode `form_post`.',
    access: 'open',
    trace: 'oauth',
    params: provider,
    query: providerResponse,
    body: providerResponse,
    bodyOptional: true,
    status: 303,
    response: 'redirect',
    errors: callbackErrors,
  },
  'POST /auth/oauth/token': {
    summary: 'Exchange a code for a session, or get a new access token',
    description:
      'Takes a form or JSON body. The client ID is the project ID, and the client secret is its publishable client ' +
      'key, which is optional with a `code_verifier`. A code works once, with the verifier and `redirect_uri` it was ' +
      'issued for. If a parameter is missing, returns `{error: "invalid_request"}` as OAuth clients expect.',
    access: 'open',
    trace: 'oauth',
    handlerLimits: ['refreshByAddress'],
    headers: trustedDeviceHeader,
    body: z.strictObject({
      grant_type: z.enum(['authorization_code', 'refresh_token']),
      client_id: z.string().optional(),
      client_secret: z.string().optional(),
      code: z.string().optional(),
      redirect_uri: z.string().optional(),
      code_verifier: z.string().optional(),
      refresh_token: z.string().optional(),
      scope: z.literal('legacy').optional(),
      session_key: sessionKey.optional(),
      session_proof: sessionProof.optional(),
    }),
    response: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.number(),
      scope: z.literal('legacy'),
      refresh_token: z.string().optional(),
      session_nonce: sessionNonce,
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
      'SESSION_PROOF_OUTDATED',
      'SESSION_KEY_REQUIRED',
    ],
  },
  'POST /internal/sign-in-tests': {
    summary: 'Test the sign-in with a provider',
    description:
      'Open the URL in a browser and sign in at the provider. No user is created and nobody is signed in; the outcome ' +
      'can be read for ten minutes.',
    access: ['admin'],
    body: z.strictObject({ provider_id: z.string().max(100) }),
    response: z.object({ id: z.string(), url: z.string() }),
    errors: ['OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'],
  },
  'GET /internal/sign-in-tests/{id}': {
    summary: 'Get the outcome of a test of a sign-in',
    description: 'An unknown test is a plain-text 404.',
    access: ['admin'],
    ownerNeeds: 'read-setup',
    params: z.strictObject({ id: z.string().max(100) }),
    response: z.discriminatedUnion('status', [
      z.object({ status: z.literal('waiting') }),
      z.object({ status: z.literal('failed'), message: z.string() }),
      z.object({
        status: z.literal('succeeded'),
        account: z.object({
          id: z.string(),
          display_name: z.string().nullable(),
          email: z.string().nullable(),
          is_email_verified: z.boolean(),
        }),
      }),
    ]),
    errors: [],
  },
})
