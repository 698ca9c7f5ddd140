import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { jwtVerify } from 'jose'

/** An account at the fake provider. */
export interface FakePerson {
  id: string
  name: string
  email: string
  isEmailVerified: boolean
}

export type FakeResponse = { status: number; body: unknown }

/** The client credentials that every fake expects. */
export const fakeClient = { id: 'our-client-id', secret: 'our_client-secret' }

/** The API of one provider, according to its documentation and real responses. Keys are host and path. */
export interface FakeShape {
  authorize: string
  token: string
  keys?: string
  clientAuthentication: 'form' | 'basic' | ((secret: string) => Promise<boolean>)
  refusesPkce?: true
  forgetsNonce?: true
  /** What is returned in addition to the code. */
  callback?(person: FakePerson): Record<string, string>
  tokens(issued: Issued): Record<string, unknown>
  tokenError(about: 'client' | 'grant'): FakeResponse
  /** Claims in addition to the standard ones of ID tokens. */
  idToken?(person: FakePerson): Record<string, unknown>
  /** Public endpoints. */
  documents?: Record<string, unknown>
  api: Record<string, (call: ApiCall) => FakeResponse>
  apiRefusal?: FakeResponse
}

interface Issued {
  accessToken: string
  refreshToken: string
  idToken: string | undefined
  scopes: string[]
}

interface ApiCall {
  person: FakePerson
  headers: IncomingHttpHeaders
  query: URLSearchParams
  accessToken: string
}

const ok = (body: unknown): FakeResponse => ({ status: 200, body })

const standardTokens = ({ accessToken, refreshToken, idToken, scopes }: Issued) => ({
  access_token: accessToken,
  expires_in: 7200,
  refresh_token: refreshToken,
  scope: scopes.join(' '),
  token_type: 'Bearer',
  ...(idToken ? { id_token: idToken } : {}),
})

const standardError = (about: 'client' | 'grant'): FakeResponse =>
  about === 'client'
    ? { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } }
    : { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } }

/** The tenant of the users. */
export const fakeTenantId = '72f988bf-86f1-41af-91ab-2d7cd011db47'

const { privateKey: appleKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The client secret that a project configures for Apple. */
export const appleClientSecret = JSON.stringify({
  teamId: 'TEAM123456',
  keyId: 'KEY1234567',
  privateKey: appleKey.export({ type: 'pkcs8', format: 'pem' }),
})

async function isAppleSecret(secret: string): Promise<boolean> {
  const expected = { issuer: 'TEAM123456', subject: fakeClient.id, audience: 'https://appleid.apple.com' }
  const verified = await jwtVerify(secret, createPublicKey(appleKey), { ...expected, algorithms: ['ES256'] }).catch(
    () => undefined,
  )
  return verified?.protectedHeader.kid === 'KEY1234567' && verified.payload.exp! - verified.payload.iat! <= 15_777_000
}

/** An account with many addresses: the primary one is not on the first page. */
const olderAddresses = Array.from({ length: 30 }, (_, index) => `old-${index}@example.com`)

export const fakeShapes: Record<string, FakeShape> = {
  google: {
    authorize: 'accounts.google.com/o/oauth2/v2/auth',
    token: 'oauth2.googleapis.com/token',
    keys: 'www.googleapis.com/oauth2/v3/certs',
    clientAuthentication: 'form',
    callback: () => ({
      iss: 'https://accounts.google.com',
      scope: 'email profile openid',
      authuser: '0',
      prompt: 'consent',
    }),
    tokens: (issued) => ({ ...standardTokens(issued), expires_in: 3599, refresh_token_expires_in: 604_799 }),
    tokenError: standardError,
    idToken: ({ name, email, isEmailVerified }) => ({
      iss: 'https://accounts.google.com',
      azp: fakeClient.id,
      email,
      email_verified: isEmailVerified,
      at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
      name,
      picture: 'https://lh3.googleusercontent.com/a/ada=s96-c',
      given_name: 'Ada',
      family_name: 'Lovelace',
    }),
    api: { 'openidconnect.googleapis.com/v1/userinfo': ({ person }) => ok({ sub: person.id }) },
  },
  github: {
    authorize: 'github.com/login/oauth/authorize',
    token: 'github.com/login/oauth/access_token',
    clientAuthentication: 'form',
    // Comma-separated scopes, no expiry, and no refresh tokens for OAuth Apps. Errors have status 200.
    tokens: ({ accessToken, scopes }) => ({ access_token: accessToken, scope: scopes.join(','), token_type: 'bearer' }),
    tokenError: (about) =>
      ok({
        error: about === 'client' ? 'incorrect_client_credentials' : 'bad_verification_code',
        error_description: 'The code passed is incorrect or expired.',
        error_uri: 'https://docs.github.com/apps/managing-oauth-apps/troubleshooting',
      }),
    api: {
      'api.github.com/user': ({ person }) =>
        ok({
          login: 'ada',
          id: Number(person.id),
          node_id: 'MDQ6VXNlcjU4MzIzMQ==',
          avatar_url: 'https://avatars.githubusercontent.com/u/583231?v=4',
          type: 'User',
          name: person.name,
          email: null,
        }),
      // Pages of 30 by default, in no useful order.
      'api.github.com/user/emails': ({ person, query }) =>
        ok(
          [
            ...olderAddresses.map((email) => ({ email, primary: false, verified: true, visibility: null })),
            { email: person.email, primary: true, verified: person.isEmailVerified, visibility: 'private' },
          ].slice(0, Number(query.get('per_page') ?? 30)),
        ),
    },
  },
  microsoft: {
    authorize: 'login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token: 'login.microsoftonline.com/common/oauth2/v2.0/token',
    keys: 'login.microsoftonline.com/common/discovery/v2.0/keys',
    clientAuthentication: 'form',
    callback: () => ({ session_state: '0057b3d3-bd42-4fe7-a6ea-a1b2c3d4e5f6' }),
    tokens: (issued) => ({ ...standardTokens(issued), expires_in: 3600, ext_expires_in: 3600 }),
    tokenError: (about) => ({
      status: about === 'client' ? 401 : 400,
      body: {
        error: about === 'client' ? 'invalid_client' : 'invalid_grant',
        error_description: 'AADSTS70008: The provided authorization code has expired.',
        error_codes: [70_008],
        timestamp: '2026-01-01 00:00:00Z',
        trace_id: 'f3c0a1b2-0000-4000-8000-000000000000',
        correlation_id: 'd1c0a1b2-0000-4000-8000-000000000000',
      },
    }),
    idToken: ({ name, email }) => ({
      iss: `https://login.microsoftonline.com/${fakeTenantId}/v2.0`,
      tid: fakeTenantId,
      ver: '2.0',
      oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474',
      name,
      email,
      preferred_username: email,
      // An optional claim that administrators of tenants control.
      email_verified: true,
    }),
    documents: {
      'login.microsoftonline.com/common/v2.0/.well-known/openid-configuration': {
        issuer: `https://login.microsoftonline.com/${fakeTenantId}/v2.0`,
      },
    },
    api: { 'graph.microsoft.com/oidc/userinfo': ({ person }) => ok({ sub: person.id }) },
  },
  spotify: {
    authorize: 'accounts.spotify.com/authorize',
    token: 'accounts.spotify.com/api/token',
    clientAuthentication: 'basic',
    tokens: (issued) => ({ ...standardTokens(issued), expires_in: 3600 }),
    tokenError: (about) =>
      about === 'client'
        ? { status: 400, body: { error: 'invalid_client', error_description: 'Invalid client secret' } }
        : { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid authorization code' } },
    api: {
      'api.spotify.com/v1/me': ({ person }) =>
        ok({
          country: 'GB',
          display_name: person.name,
          email: person.email,
          followers: { href: null, total: 1 },
          id: person.id,
          images: [
            { url: 'https://i.scdn.co/image/ada300', height: 300, width: 300 },
            { url: 'https://i.scdn.co/image/ada64', height: 64, width: 64 },
          ],
          product: 'premium',
          type: 'user',
          uri: `spotify:user:${person.id}`,
        }),
    },
    apiRefusal: { status: 401, body: { error: { status: 401, message: 'The access token expired' } } },
  },
  facebook: {
    authorize: 'www.facebook.com/v24.0/dialog/oauth',
    token: 'graph.facebook.com/v24.0/oauth/access_token',
    clientAuthentication: 'form',
    tokens: ({ accessToken }) => ({ access_token: accessToken, token_type: 'bearer', expires_in: 5_183_944 }),
    tokenError: (about) => ({
      status: 400,
      body: {
        error:
          about === 'client'
            ? { message: 'Error validating client secret.', type: 'OAuthException', code: 1, fbtrace_id: 'A' }
            : {
                message: 'This authorization code has been used.',
                type: 'OAuthException',
                code: 100,
                error_subcode: 36_009,
              },
      },
    }),
    api: {
      'graph.facebook.com/v24.0/me': ({ person, query, accessToken }) => {
        const proof = createHmac('sha256', fakeClient.secret).update(accessToken).digest('hex')
        if (query.get('appsecret_proof') !== proof) {
          const message = 'API calls from the server require an appsecret_proof argument'
          return { status: 400, body: { error: { message, type: 'GraphMethodException', code: 100 } } }
        }
        const picture = {
          data: { height: 200, is_silhouette: false, url: 'https://platform-lookaside.fbsbx.com/ada', width: 200 },
        }
        const whole: Record<string, unknown> = { id: person.id, name: person.name, email: person.email, picture }
        const asked = query
          .get('fields')
          ?.split(',')
          .map((field) => field.split('.')[0]!) ?? ['id', 'name']
        return ok(Object.fromEntries(asked.map((field) => [field, whole[field]])))
      },
    },
    apiRefusal: {
      status: 400,
      body: { error: { message: 'Invalid OAuth access token.', type: 'OAuthException', code: 190 } },
    },
  },
  discord: {
    authorize: 'discord.com/oauth2/authorize',
    token: 'discord.com/api/oauth2/token',
    clientAuthentication: 'form',
    tokens: (issued) => ({ ...standardTokens(issued), expires_in: 604_800 }),
    tokenError: standardError,
    api: {
      'discord.com/api/v10/users/@me': ({ person }) =>
        ok({
          id: person.id,
          username: 'ada',
          discriminator: '0',
          global_name: person.name,
          avatar: 'a_8342729096ea3675442027381ff50dfe',
          verified: person.isEmailVerified,
          email: person.email,
          flags: 64,
          locale: 'en-GB',
          mfa_enabled: false,
        }),
    },
    apiRefusal: { status: 401, body: { message: '401: Unauthorized', code: 0 } },
  },
  gitlab: {
    authorize: 'gitlab.com/oauth/authorize',
    token: 'gitlab.com/oauth/token',
    clientAuthentication: 'form',
    tokens: (issued) => ({ ...standardTokens(issued), created_at: 1_607_635_748 }),
    tokenError: standardError,
    api: {
      'gitlab.com/api/v4/user': ({ person }) =>
        ok({
          id: Number(person.id),
          username: 'ada',
          public_email: '',
          name: person.name,
          state: 'active',
          avatar_url: 'https://gitlab.com/uploads/-/system/user/avatar/583231/avatar.png',
          email: person.email,
          commit_email: person.email,
          confirmed_at: person.isEmailVerified ? '2012-05-23T09:05:22Z' : null,
        }),
    },
  },
  bitbucket: {
    authorize: 'bitbucket.org/site/oauth2/authorize',
    token: 'bitbucket.org/site/oauth2/access_token',
    clientAuthentication: 'basic',
    tokens: ({ scopes, ...issued }) => {
      const { scope, ...rest } = standardTokens({ scopes, ...issued })
      return { ...rest, scopes: scope, state: 'authorization_code', token_type: 'bearer' }
    },
    tokenError: standardError,
    api: {
      'api.bitbucket.org/2.0/user': ({ person }) =>
        ok({
          type: 'user',
          uuid: '{a54f16da-24e9-4d7f-a3a7-b1ba2cd98aa3}',
          account_id: person.id,
          display_name: person.name,
          nickname: 'ada',
          username: 'ada',
          links: { avatar: { href: 'https://bitbucket.org/account/ada/avatar/' } },
        }),
      'api.bitbucket.org/2.0/user/emails': ({ person, query }) => {
        const pagelen = Number(query.get('pagelen') ?? 10)
        const values = [
          ...olderAddresses.map((email) => ({ type: 'email', email, is_primary: false, is_confirmed: true })),
          { type: 'email', email: person.email, is_primary: true, is_confirmed: person.isEmailVerified },
        ]
        return ok({ page: 1, pagelen, size: values.length, values: values.slice(0, pagelen) })
      },
    },
  },
  linkedin: {
    authorize: 'www.linkedin.com/oauth/v2/authorization',
    token: 'www.linkedin.com/oauth/v2/accessToken',
    keys: 'www.linkedin.com/oauth/openid/jwks',
    clientAuthentication: 'form',
    refusesPkce: true,
    forgetsNonce: true,
    // Only partners get refresh tokens.
    tokens: ({ accessToken, idToken, scopes }) => ({
      access_token: accessToken,
      expires_in: 5_183_999,
      scope: scopes.join(','),
      token_type: 'Bearer',
      id_token: idToken,
    }),
    tokenError: (about) =>
      about === 'client'
        ? { status: 401, body: { error: 'invalid_client', error_description: 'Client authentication failed' } }
        : { status: 400, body: { error: 'invalid_request', error_description: 'authorization code not found' } },
    idToken: ({ name, email, isEmailVerified }) => ({
      iss: 'https://www.linkedin.com/oauth',
      name,
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: 'https://media.licdn.com/dms/image/ada/profile-displayphoto',
      locale: 'en_GB',
      email,
      email_verified: isEmailVerified,
    }),
    api: { 'api.linkedin.com/v2/userinfo': ({ person }) => ok({ sub: person.id }) },
    apiRefusal: { status: 401, body: { status: 401, serviceErrorCode: 65_601, code: 'REVOKED_ACCESS_TOKEN' } },
  },
  apple: {
    authorize: 'appleid.apple.com/auth/authorize',
    token: 'appleid.apple.com/auth/token',
    keys: 'appleid.apple.com/auth/keys',
    clientAuthentication: isAppleSecret,
    callback: ({ name, email }) => {
      const [firstName, lastName] = name.split(' ')
      return { user: JSON.stringify({ name: { firstName, lastName }, email }) }
    },
    tokens: ({ scopes, ...issued }) => {
      const { scope, ...rest } = standardTokens({ scopes, ...issued })
      return { ...rest, expires_in: 3600, token_type: 'bearer' }
    },
    tokenError: (about) => ({ status: 400, body: { error: `invalid_${about}` } }),
    idToken: ({ email, isEmailVerified }) => ({
      iss: 'https://appleid.apple.com',
      at_hash: 'cKzcRGHt8ZPRVVOVUvvKyQ',
      email,
      email_verified: String(isEmailVerified),
      is_private_email: 'false',
      auth_time: Math.floor(Date.now() / 1000),
      nonce_supported: true,
    }),
    api: {},
  },
  x: {
    authorize: 'x.com/i/oauth2/authorize',
    token: 'api.x.com/2/oauth2/token',
    clientAuthentication: 'basic',
    tokens: (issued) => ({ ...standardTokens(issued), token_type: 'bearer' }),
    tokenError: (about) =>
      about === 'client'
        ? {
            status: 401,
            body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
          }
        : {
            status: 400,
            body: {
              error: 'invalid_request',
              error_description: 'Value passed for the authorization code was invalid.',
            },
          },
    api: {
      'api.x.com/2/users/me': ({ person }) =>
        ok({
          data: {
            id: person.id,
            name: person.name,
            username: 'ada',
            profile_image_url: 'https://pbs.twimg.com/profile_images/1/ada_normal.jpg',
          },
        }),
    },
    apiRefusal: {
      status: 401,
      body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
    },
  },
  twitch: {
    authorize: 'id.twitch.tv/oauth2/authorize',
    token: 'id.twitch.tv/oauth2/token',
    keys: 'id.twitch.tv/oauth2/keys',
    clientAuthentication: 'form',
    callback: () => ({ scope: 'openid user:read:email' }),
    // Scopes are a list.
    tokens: ({ scopes, ...issued }) => ({
      ...standardTokens({ scopes, ...issued }),
      expires_in: 14_124,
      scope: scopes,
      token_type: 'bearer',
    }),
    tokenError: (about) =>
      about === 'client'
        ? { status: 403, body: { status: 403, message: 'invalid client secret' } }
        : { status: 400, body: { status: 400, message: 'Invalid authorization code' } },
    idToken: () => ({ iss: 'https://id.twitch.tv/oauth2', azp: fakeClient.id, preferred_username: 'Ada' }),
    api: {
      'api.twitch.tv/helix/users': ({ person, headers }) =>
        headers['client-id'] === fakeClient.id
          ? ok({
              data: [
                {
                  id: person.id,
                  login: 'ada',
                  display_name: person.name,
                  type: '',
                  broadcaster_type: '',
                  profile_image_url: 'https://static-cdn.jtvnw.net/jtv_user_pictures/ada-profile_image-300x300.png',
                  view_count: 0,
                  email: person.email,
                  created_at: '2016-12-14T20:32:28Z',
                },
              ],
            })
          : {
              status: 401,
              body: { error: 'Unauthorized', status: 401, message: 'Client ID and OAuth token do not match' },
            },
      'id.twitch.tv/oauth2/userinfo': ({ person }) => ok({ sub: person.id }),
    },
  },
}
