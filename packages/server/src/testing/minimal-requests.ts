import type { Routes } from '@latchkey/contract'
import { goodPassword, newEmail, type RawCall } from './project.ts'
import type { World } from './world.ts'

/** What every route needs to succeed, and not more (but a code, which only a mail holds). The person of the world may or may not be signed in. */
export const minimalRequests: Record<keyof Routes, (world: World) => MinimalRequest> = {
  'GET /': () => ({}),
  'POST /check-feature-support': () => ({ body: {} }),
  'POST /check-version': () => ({ body: { clientVersion: '1.0.0' } }),

  'GET /projects/current': () => ({}),
  'GET /projects/{project_id}/.well-known/jwks.json': ({ project }) => ({ params: { project_id: project.id } }),
  'GET /internal/projects': () => ({}),
  'POST /internal/projects': ({ teamId }) => ({ body: { display_name: 'Another project', owner_team_id: teamId } }),
  'GET /internal/projects/current': () => ({}),
  'PATCH /internal/projects/current': () => ({ body: {} }),
  'DELETE /internal/projects/current': () => ({}),

  'GET /internal/api-keys': () => ({}),
  'POST /internal/api-keys': () => ({
    body: {
      description: 'New keys',
      expires_at_millis: 4_000_000_000_000,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: true,
    },
  }),
  'GET /internal/api-keys/{id}': ({ keySetId }) => ({ params: { id: keySetId } }),
  'PATCH /internal/api-keys/{id}': ({ keySetId }) => ({ params: { id: keySetId }, body: { revoked: true } }),

  'GET /internal/config': () => ({}),
  'PATCH /internal/config/override': () => ({ body: {} }),

  'POST /auth/password/sign-up': () => ({
    body: { email: newEmail(), password: goodPassword, verification_callback_url: 'http://localhost:3000/verify' },
  }),
  'POST /auth/password/sign-in': ({ person }) => ({ body: { email: person.email, password: goodPassword } }),
  'POST /auth/password/update': () => ({
    body: { old_password: goodPassword, new_password: 'staple for a battery' },
  }),
  'POST /auth/password/set': () => ({ body: { password: goodPassword } }),

  'GET /auth/oauth/authorize/{provider}': ({ project }) => ({
    params: { provider: 'github' },
    query: {
      client_id: project.id,
      client_secret: project.keys.publishableClientKey,
      redirect_uri: 'http://localhost:3000/handler/oauth-callback',
      scope: 'legacy',
      state: 'state-of-the-app',
      grant_type: 'authorization_code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      response_type: 'code',
    },
  }),
  'GET /auth/oauth/callback/{provider}': () => ({ params: { provider: 'github' }, query: { state: unknownCode } }),
  'POST /auth/oauth/callback/{provider}': () => ({ params: { provider: 'github' }, body: { state: unknownCode } }),
  'POST /connected-accounts/{user_id}/{provider}/access-token': ({ person }) => ({
    params: { user_id: person.id, provider: 'github' },
  }),
  'POST /auth/oauth/connected-accounts/{provider}/access-token': () => ({ params: { provider: 'github' } }),
  'POST /auth/oauth/token': ({ project, person }) => ({
    body: {
      grant_type: 'refresh_token',
      client_id: project.id,
      client_secret: project.keys.publishableClientKey,
      refresh_token: person.refresh_token,
    },
  }),

  'POST /auth/sessions': ({ person }) => ({ body: { user_id: person.id } }),
  'GET /auth/sessions': ({ person }) => ({ query: { user_id: person.id } }),
  'DELETE /auth/sessions/{id}': ({ person, otherSessionId }) => ({
    params: { id: otherSessionId },
    query: { user_id: person.id },
  }),
  'DELETE /auth/sessions/current': () => ({}),
  'POST /auth/sessions/current/refresh': ({ person }) => ({
    headers: { 'x-stack-refresh-token': person.refresh_token },
  }),

  'GET /users/me': () => ({}),
  'PATCH /users/me': () => ({ body: {} }),
  'DELETE /users/me': () => ({}),
  'GET /users': () => ({}),
  'POST /users': () => ({ body: {} }),
  'GET /users/{user_id}': ({ person }) => ({ params: { user_id: person.id } }),
  'PATCH /users/{user_id}': ({ person }) => ({ params: { user_id: person.id }, body: {} }),
  'DELETE /users/{user_id}': ({ person }) => ({ params: { user_id: person.id } }),

  'POST /contact-channels/send-verification-code': ({ person }) => ({
    body: { email: person.email, callback_url: 'http://localhost:3000/verify' },
  }),
  'POST /auth/password/send-reset-code': ({ person }) => ({
    body: { email: person.email, callback_url: 'http://localhost:3000/reset' },
  }),
  'POST /auth/password/reset': () => ({ body: { code: unknownCode, password: 'a new good password' } }),
  'POST /auth/password/reset/check-code': () => ({ body: { code: unknownCode } }),
  'POST /auth/otp/send-sign-in-code': ({ person }) => ({
    body: { email: person.email, callback_url: 'http://localhost:3000/sign-in' },
  }),
  'POST /auth/otp/sign-in': () => ({ body: { code: unknownCode } }),
  'POST /auth/otp/sign-in/check-code': () => ({ body: { code: unknownCode } }),
  'POST /auth/anonymous/sign-up': () => ({}),
  'POST /auth/cli': () => ({}),
  'POST /auth/cli/poll': () => ({ body: { polling_code: unknownCode } }),
  'POST /auth/cli/complete': ({ person }) => ({
    body: { login_code: unknownCode, refresh_token: person.refresh_token },
  }),
  'POST /auth/passkey/initiate-passkey-registration': () => ({}),
  'POST /auth/passkey/register': () => ({
    body: {
      credential: {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        response: { clientDataJSON: 'x', attestationObject: 'x' },
        clientExtensionResults: {},
      },
      code: unknownCode,
    },
  }),
  'POST /auth/passkey/initiate-passkey-authentication': () => ({}),
  'POST /auth/passkey/sign-in': () => ({
    body: {
      authentication_response: {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
        clientExtensionResults: {},
      },
      code: unknownCode,
    },
  }),
  'POST /auth/mfa/sign-in': () => ({ body: { type: 'totp', totp: '000000', code: unknownCode } }),
  'POST /contact-channels/verify': () => ({ body: { code: unknownCode } }),
  'POST /contact-channels/verify/check-code': () => ({ body: { code: unknownCode } }),
}

const unknownCode = '0'.repeat(45)

export type MinimalRequest = Pick<RawCall, 'params' | 'query' | 'body' | 'headers'>
