import { randomUUID } from 'node:crypto'
import type { Routes } from '@latchkey/contract'
import { marketing } from '../emails/notifications/categories.ts'
import {
  builtInTemplates,
  builtInThemeIds,
  builtInThemes,
  systemTemplateIds,
} from '../projects/project-config/built-in-emails.ts'
import { goodPassword, newEmail, type RawCall } from './project.ts'
import { testCronSecret } from './server.ts'
import type { World } from './world.ts'

/**
 * The minimal valid request of every route (except for codes, which are only in emails). The world's user may or may
 * not be signed in.
 */
export const minimalRequests: Record<keyof Routes, (world: World) => MinimalRequest> = {
  'GET /': () => ({}),
  'POST /check-feature-support': () => ({ body: {} }),
  'POST /check-version': () => ({ body: { clientVersion: '1.0.0' } }),

  'GET /projects/current': () => ({}),
  'GET /projects/{project_id}/.well-known/jwks.json': ({ project }) => ({ params: { project_id: project.id } }),
  'GET /internal/projects': () => ({}),
  'POST /internal/projects': ({ teamId }) => ({ body: { display_name: 'Another project', owner_team_id: teamId } }),
  'POST /internal/projects/transfer': ({ project, teamId }) => ({
    body: { project_id: project.id, new_team_id: teamId },
  }),
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
  'POST /internal/api-keys/{id}/rotate': ({ keySetId }) => ({
    params: { id: keySetId },
    body: { old_keys_expire_at_millis: 4_000_000_000_000 },
  }),

  'GET /internal/config': () => ({}),
  'PATCH /internal/config/override': () => ({ body: {} }),
  'GET /internal/config/override': () => ({}),
  'PUT /internal/config/override': () => ({ body: { config_override_string: '{}', revision: 0 } }),
  'GET /internal/config/changes': () => ({}),
  'GET /internal/config/changes/{revision}': () => ({ params: { revision: '999' } }),
  'POST /internal/config/changes/{revision}/restore': () => ({ params: { revision: '999' }, body: { revision: 0 } }),

  'POST /internal/environments': () => ({ body: { environment: 'staging' } }),
  'POST /internal/environments/join': ({ project }) => ({ body: { project_id: project.id, environment: 'staging' } }),
  'PATCH /internal/environments/current': () => ({ body: { environment: null } }),
  'GET /internal/environments/{project_id}/differences': ({ project }) => ({ params: { project_id: project.id } }),
  'POST /internal/environments/{project_id}/copy': ({ project }) => ({
    params: { project_id: project.id },
    body: { source_revision: 0, paths: ['auth'] },
  }),

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
  'POST /internal/sign-in-tests': () => ({ body: { provider_id: 'unknown' } }),
  'GET /internal/sign-in-tests/{id}': () => ({ params: { id: unknownCode } }),
  'POST /auth/oauth/callback/{provider}': () => ({ params: { provider: 'github' }, body: { state: unknownCode } }),
  'POST /connected-accounts/{user_id}/{provider}/access-token': ({ person }) => ({
    params: { user_id: person.id, provider: 'github' },
  }),
  'GET /connections': ({ teamId }) => ({ query: { team_id: teamId } }),
  'POST /connections': ({ teamId }) => ({
    body: {
      team_id: teamId,
      display_name: 'Okta',
      oauth2: {
        authorization_url: 'https://login.example.com/authorize',
        token_url: 'https://login.example.com/token',
        user_info_url: 'https://login.example.com/me',
        client_id: 'client',
        client_secret: 'the secret of another client',
      },
    },
  }),
  'GET /connections/{connection_id}': ({ connectionId }) => ({ params: { connection_id: connectionId } }),
  'PATCH /connections/{connection_id}': ({ connectionId }) => ({ params: { connection_id: connectionId }, body: {} }),
  'DELETE /connections/{connection_id}': ({ connectionId }) => ({ params: { connection_id: connectionId } }),
  'POST /connections/{connection_id}/test': ({ connectionId }) => ({
    params: { connection_id: connectionId },
    body: {},
  }),
  'GET /teams/{team_id}/required-connection': ({ teamId }) => ({ params: { team_id: teamId } }),
  'PATCH /teams/{team_id}/required-connection': ({ teamId }) => ({ params: { team_id: teamId }, body: {} }),
  'POST /auth/connections/find': () => ({ body: { email: 'ada@company.example.com' } }),
  'GET /auth/saml/{connection_id}/metadata': ({ connectionId }) => ({ params: { connection_id: connectionId } }),
  'POST /auth/saml/{connection_id}/acs': ({ connectionId }) => ({
    params: { connection_id: connectionId },
    body: { RelayState: unknownCode },
  }),
  'GET /connection-domains': ({ teamId }) => ({ query: { team_id: teamId } }),
  'POST /connection-domains': ({ teamId }) => ({ body: { team_id: teamId, domain: 'another.example.com' } }),
  'POST /connection-domains/{domain_id}/check': ({ domainId }) => ({ params: { domain_id: domainId }, body: {} }),
  'POST /connections/{connection_id}/setup-link': ({ connectionId }) => ({
    params: { connection_id: connectionId },
    body: {},
  }),
  'DELETE /connections/{connection_id}/setup-link': ({ connectionId }) => ({ params: { connection_id: connectionId } }),
  'POST /connection-setups/read': ({ setupCode: code }) => ({ body: { code } }),
  'POST /connection-setups/choose-provider': ({ setupCode: code }) => ({
    body: { code, preset: 'okta', type: 'oidc' },
  }),
  'POST /connection-setups/save-settings': ({ setupCode: code }) => ({ body: { code, attributes: {} } }),
  'POST /connection-setups/test': ({ setupCode: code }) => ({ body: { code } }),
  'POST /connection-setups/add-domain': ({ setupCode: code }) => ({ body: { code, domain: 'third.example.com' } }),
  'POST /connection-setups/check-domain': ({ setupCode: code, domainId }) => ({ body: { code, domain_id: domainId } }),
  'POST /connection-setups/remove-domain': ({ setupCode: code, domainId }) => ({ body: { code, domain_id: domainId } }),
  'POST /connection-setups/finish': ({ setupCode: code }) => ({ body: { code } }),
  'DELETE /connection-domains/{domain_id}': ({ domainId }) => ({ params: { domain_id: domainId } }),
  'POST /auth/oauth/connected-accounts/{provider}/access-token': () => ({ params: { provider: 'github' } }),
  'GET /oauth-provider/interactions/{interaction_id}': () => ({ params: { interaction_id: unknownCode } }),
  'POST /oauth-provider/interactions/{interaction_id}/approve': () => ({
    params: { interaction_id: unknownCode },
    body: {},
  }),
  'POST /oauth-provider/interactions/{interaction_id}/deny': () => ({ params: { interaction_id: unknownCode } }),
  'POST /oauth-provider/device/find': () => ({ body: { user_code: 'BCDF-GHJK' } }),
  'POST /oauth-provider/device/approve': () => ({ body: { user_code: 'BCDF-GHJK' } }),
  'POST /oauth-provider/device/deny': () => ({ body: { user_code: 'BCDF-GHJK' } }),
  'POST /auth/oauth/token': ({ project, person }) => ({
    body: {
      grant_type: 'refresh_token',
      client_id: project.id,
      client_secret: project.keys.publishableClientKey,
      refresh_token: person.refresh_token,
    },
  }),

  'POST /auth/step-up': () => ({ body: { type: 'password', password: goodPassword } }),
  'POST /auth/step-up/send-code': () => ({}),
  'POST /auth/step-up/check': () => ({}),
  'POST /auth/sessions': ({ person }) => ({ body: { user_id: person.id } }),
  'GET /auth/sessions': ({ person }) => ({ query: { user_id: person.id } }),
  'DELETE /auth/sessions': ({ person }) => ({ query: { user_id: person.id } }),
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
  'POST /internal/users/{user_id}/impersonation': ({ person }) => ({
    params: { user_id: person.id },
    body: { callback_url: 'http://localhost:3000/handler/impersonation' },
  }),
  'GET /internal/second-factor': () => ({}),
  'GET /internal/teams': () => ({}),
  'GET /internal/permission-holders': () => ({ query: { permission_id: 'reader' } }),
  'GET /internal/permission-usage': () => ({ query: { scope: 'team' } }),
  'POST /auth/impersonation/sign-in': () => ({ body: { code: unknownCode } }),
  'GET /users/{user_id}/restriction': ({ person }) => ({ params: { user_id: person.id } }),
  'PUT /users/{user_id}/restriction': ({ person }) => ({ params: { user_id: person.id }, body: { reason: 'Spam' } }),
  'DELETE /users/{user_id}/restriction': ({ person }) => ({ params: { user_id: person.id } }),

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
  'GET /auth/recovery-codes': ({ person }) => ({ query: { user_id: person.id } }),
  'POST /auth/recovery-codes': () => ({}),
  'DELETE /users/{user_id}/second-factor': ({ person }) => ({ params: { user_id: person.id } }),
  'GET /oauth-provider/grants': ({ person }) => ({ query: { user_id: person.id } }),
  'DELETE /oauth-provider/grants/{user_id}': ({ person }) => ({ params: { user_id: person.id } }),
  'DELETE /oauth-provider/grants/{user_id}/{grant_id}': ({ person, grantId }) => ({
    params: { user_id: person.id, grant_id: grantId },
  }),
  'GET /auth/trusted-devices': ({ person }) => ({ query: { user_id: person.id } }),
  'DELETE /auth/trusted-devices/{user_id}': ({ person }) => ({ params: { user_id: person.id } }),
  'DELETE /auth/trusted-devices/{user_id}/{id}': (world) => ({ params: trustedDevice(world) }),
  'POST /auth/mfa/initiate-passkey': () => ({ body: { code: unknownCode } }),
  'POST /auth/mfa/sign-in': () => ({ body: { type: 'totp', totp: '000000', code: unknownCode } }),
  'POST /contact-channels/verify': () => ({ body: { code: unknownCode } }),
  'POST /contact-channels/verify/details': () => ({ body: { code: unknownCode } }),
  'POST /contact-channels/verify/reject': () => ({ body: { code: unknownCode } }),
  'POST /contact-channels/verify/check-code': () => ({ body: { code: unknownCode } }),

  'GET /contact-channels': ({ person }) => ({ query: { user_id: person.id } }),
  'POST /contact-channels': ({ person }) => ({
    body: { user_id: person.id, type: 'email', value: newEmail(), used_for_auth: true },
  }),
  'GET /passkeys': ({ person }) => ({ query: { user_id: person.id } }),
  'PATCH /passkeys/{user_id}/{id}': (world) => ({ params: passkey(world), body: {} }),
  'DELETE /passkeys/{user_id}/{id}': (world) => ({ params: passkey(world) }),

  'GET /contact-channels/{user_id}/{id}': (world) => ({ params: channel(world) }),
  'PATCH /contact-channels/{user_id}/{id}': (world) => ({ params: channel(world), body: {} }),
  'DELETE /contact-channels/{user_id}/{id}': (world) => ({ params: channel(world) }),
  'POST /contact-channels/{user_id}/{id}/send-verification-code': (world) => ({
    params: channel(world),
    body: { callback_url: 'http://localhost:3000/verify' },
  }),

  'GET /oauth-providers': ({ person }) => ({ query: { user_id: person.id } }),
  'POST /oauth-providers': ({ person }) => ({
    body: {
      user_id: person.id,
      provider_config_id: 'github',
      account_id: 'account-2',
      allow_sign_in: false,
      allow_connected_accounts: true,
    },
  }),
  'GET /oauth-providers/{user_id}/{id}': (world) => ({ params: link(world) }),
  'PATCH /oauth-providers/{user_id}/{id}': (world) => ({ params: link(world), body: {} }),
  'DELETE /oauth-providers/{user_id}/{id}': (world) => ({ params: link(world) }),

  'GET /emails/notification-preference/{user_id}': ({ person }) => ({ params: { user_id: person.id } }),
  'PATCH /emails/notification-preference/{user_id}/{category_id}': ({ person }) => ({
    params: { user_id: person.id, category_id: marketing.id },
    body: { enabled: false },
  }),
  'GET /auth/undo-change': () => ({ query: { code: unknownCode } }),
  'POST /auth/undo-change': () => ({ query: { code: unknownCode } }),
  'GET /contact-channels/not-me': () => ({ query: { code: unknownCode } }),
  'POST /contact-channels/not-me': () => ({ query: { code: unknownCode } }),
  'GET /emails/unsubscribe-link': ({ unsubscribeCode }) => ({ query: { code: unsubscribeCode } }),
  'POST /emails/unsubscribe-link': ({ unsubscribeCode }) => ({ query: { code: unsubscribeCode } }),

  'POST /emails/send-email': ({ person }) => ({ body: { user_ids: [person.id], html: '<p>Hi</p>' } }),
  'POST /emails/render-email': () => ({ body: { template_id: systemTemplateIds.magic_link } }),
  'GET /internal/email-themes': () => ({}),
  'POST /internal/email-themes': () => ({ body: { display_name: 'Mine' } }),
  'GET /internal/email-themes/{id}': () => ({ params: { id: builtInThemeIds.light } }),
  'PATCH /internal/email-themes/{id}': () => ({
    params: { id: builtInThemeIds.light },
    body: { document: builtInThemes[builtInThemeIds.dark]!.document! },
  }),
  'POST /internal/email-themes/{id}/reset': () => ({ params: { id: builtInThemeIds.light }, body: {} }),
  'GET /internal/email-templates': () => ({}),
  'POST /internal/email-templates': () => ({ body: { display_name: 'Mine' } }),
  'PATCH /internal/email-templates/{id}': () => ({
    params: { id: systemTemplateIds.magic_link },
    body: { document: builtInTemplates[systemTemplateIds.magic_link]!.document! },
  }),
  'POST /internal/email-templates/{id}/reset': () => ({
    params: { id: systemTemplateIds.magic_link },
    body: {},
  }),
  'GET /internal/email-drafts': () => ({}),
  'POST /internal/email-drafts': () => ({ body: { display_name: 'News' } }),
  'GET /internal/email-drafts/{id}': ({ draftId }) => ({ params: { id: draftId } }),
  'PATCH /internal/email-drafts/{id}': ({ draftId }) => ({ params: { id: draftId }, body: {} }),
  'GET /internal/email-sources/{id}/versions': ({ templateId }) => ({ params: { id: templateId } }),
  'GET /internal/email-sources/{id}/versions/{version_id}': ({ templateId, templateVersionId }) => ({
    params: { id: templateId, version_id: templateVersionId },
  }),
  'GET /internal/email-sends': () => ({}),
  'POST /internal/email-sends/{id}/stop': ({ emailSendId }) => ({ params: { id: emailSendId }, body: {} }),
  'POST /internal/email-sends/{id}/resend-failed': ({ emailSendId }) => ({ params: { id: emailSendId }, body: {} }),
  'GET /internal/email-audience': () => ({}),
  'POST /internal/email-sends': () => ({ body: { filter: {}, html: '<p>Hi</p>' } }),
  'GET /internal/emails': () => ({}),
  'GET /internal/emails/{id}': () => ({ params: { id: randomUUID() } }),
  'POST /internal/emails/{id}/resend': () => ({ params: { id: randomUUID() }, body: {} }),
  'POST /internal/send-email-preview': () => ({
    body: { recipient_email: newEmail(), template_id: systemTemplateIds.magic_link },
  }),
  'POST /internal/send-test-email': () => ({
    body: {
      recipient_email: newEmail(),
      email_config: {
        host: '127.0.0.1',
        port: 1,
        username: 'u',
        password: 'p',
        sender_name: 'n',
        sender_email: 's@example.com',
      },
    },
  }),
  'POST /internal/failed-emails-digest': () => ({
    headers: { authorization: `Bearer ${testCronSecret}` },
    query: { dry_run: 'true' },
  }),
  'POST /internal/send-sign-in-invitation': () => ({
    body: { email: newEmail(), callback_url: 'http://localhost:3000/sign-in' },
  }),

  'GET /internal/user-and-team-api-keys': () => ({}),
  'GET /user-api-keys': ({ person }) => ({ query: { user_id: person.id } }),
  'POST /user-api-keys': ({ person }) => ({
    body: { description: 'For a program', expires_at_millis: null, user_id: person.id },
  }),
  'GET /user-api-keys/{id}': ({ userKey }) => ({ params: { id: userKey.id } }),
  'PATCH /user-api-keys/{id}': ({ userKey }) => ({ params: { id: userKey.id }, body: {} }),
  'POST /user-api-keys/check': ({ userKey }) => ({ body: { api_key: userKey.value } }),
  'GET /team-api-keys': ({ teamId }) => ({ query: { team_id: teamId } }),
  'POST /team-api-keys': ({ teamId }) => ({
    body: { description: 'For a program', expires_at_millis: null, team_id: teamId },
  }),
  'GET /team-api-keys/{id}': ({ teamKey, teamId }) => ({ params: { id: teamKey.id }, query: { team_id: teamId } }),
  'PATCH /team-api-keys/{id}': ({ teamKey, teamId }) => ({
    params: { id: teamKey.id },
    query: { team_id: teamId },
    body: {},
  }),
  'POST /team-api-keys/check': ({ teamKey }) => ({ body: { api_key: teamKey.value } }),
  'POST /integrations/credential-scanning/revoke': ({ userKey }) => ({ body: { api_key: userKey.value } }),

  'GET /teams': ({ person }) => ({ query: { user_id: person.id } }),
  'POST /teams': () => ({ body: { display_name: 'Another team' } }),
  'GET /teams/{team_id}': ({ teamId }) => ({ params: { team_id: teamId } }),
  'PATCH /teams/{team_id}': ({ teamId }) => ({ params: { team_id: teamId }, body: {} }),
  'DELETE /teams/{team_id}': ({ teamId }) => ({ params: { team_id: teamId } }),

  'GET /directories': ({ teamId }) => ({ query: { team_id: teamId } }),
  'POST /directories': ({ teamId }) => ({ body: { team_id: teamId } }),
  'GET /directories/{directory_id}': ({ directoryId }) => ({ params: { directory_id: directoryId } }),
  'PATCH /directories/{directory_id}': ({ directoryId }) => ({
    params: { directory_id: directoryId },
    body: { roles: [{ group: 'Admins', permission_id: 'team_admin' }] },
  }),
  'POST /directories/{directory_id}/rotate-token': ({ directoryId }) => ({
    params: { directory_id: directoryId },
    body: { old_token_expires_at_millis: 0 },
  }),
  'DELETE /directories/{directory_id}': ({ directoryId }) => ({ params: { directory_id: directoryId } }),
  'GET /directories/{directory_id}/operations': ({ directoryId }) => ({ params: { directory_id: directoryId } }),
  'GET /directories/{directory_id}/groups': ({ directoryId }) => ({ params: { directory_id: directoryId } }),

  'GET /oauth-clients': () => ({}),
  'POST /oauth-clients': () => ({
    body: { type: 'web', display_name: 'Ledger', redirect_uris: ['https://ledger.example.com/callback'] },
  }),
  'GET /oauth-clients/{id}': ({ oauthClientId }) => ({ params: { id: oauthClientId } }),
  'PATCH /oauth-clients/{id}': ({ oauthClientId }) => ({
    params: { id: oauthClientId },
    body: { display_name: 'Renamed' },
  }),
  'DELETE /oauth-clients/{id}': ({ oauthClientId }) => ({ params: { id: oauthClientId } }),
  'POST /oauth-clients/{id}/rotate-secret': ({ oauthClientId }) => ({
    params: { id: oauthClientId },
    body: { old_secret_expires_at_millis: 0 },
  }),
  'DELETE /oauth-clients/{id}/secrets/{secret_id}': ({ oauthClientId, oauthSecretId }) => ({
    params: { id: oauthClientId, secret_id: oauthSecretId },
  }),

  'POST /team-memberships/{team_id}/{user_id}': ({ teamId, anonymous }) => ({
    params: { team_id: teamId, user_id: anonymous.id },
    body: {},
  }),
  'DELETE /team-memberships/{team_id}/{user_id}': (world) => ({ params: member(world) }),

  'GET /teams/{team_id}/members': ({ teamId }) => ({ params: { team_id: teamId } }),
  'PATCH /teams/{team_id}/members/{user_id}': (world) => ({ params: member(world), body: { is_admin: true } }),

  'GET /team-member-profiles': ({ teamId }) => ({ query: { team_id: teamId } }),
  'GET /team-member-profiles/{team_id}/{user_id}': (world) => ({ params: member(world) }),
  'PATCH /team-member-profiles/{team_id}/{user_id}': (world) => ({ params: member(world), body: {} }),

  'POST /team-invitations/send-code': ({ teamId }) => ({
    body: { email: newEmail(), team_id: teamId, callback_url: 'http://localhost:3000/invitation' },
  }),
  'GET /team-invitations': ({ teamId }) => ({ query: { team_id: teamId } }),
  'DELETE /team-invitations/{id}': ({ teamId, invitationId }) => ({
    params: { id: invitationId },
    query: { team_id: teamId },
  }),
  'GET /internal/first-owner': () => ({}),
  'POST /internal/first-owner': () => ({
    body: { setup_code: unknownCode, email: 'first@example.com', password: 'correct horse battery' },
  }),
  'POST /internal/first-owner/claim': () => ({ body: { setup_code: unknownCode } }),
  'GET /internal/owners': () => ({}),
  'PATCH /internal/owners/{user_id}': () => ({ params: { user_id: crypto.randomUUID() }, body: { role: 'admin' } }),
  'DELETE /internal/owners/{user_id}': () => ({ params: { user_id: crypto.randomUUID() } }),
  'GET /internal/owners/{user_id}/keys': () => ({ params: { user_id: crypto.randomUUID() } }),
  'GET /internal/owner-invitations': () => ({}),
  'POST /internal/owner-invitations': () => ({ body: { email: newEmail() } }),
  'DELETE /internal/owner-invitations/{id}': () => ({ params: { id: crypto.randomUUID() } }),
  'POST /internal/invited-owner/details': () => ({ body: { code: '0'.repeat(45) } }),
  'POST /internal/invited-owner': () => ({ body: { code: unknownCode, password: 'correct horse battery' } }),
  'POST /team-invitations/accept': () => ({ body: { code: unknownCode } }),
  'POST /team-invitations/accept/check-code': () => ({ body: { code: unknownCode } }),
  'POST /team-invitations/accept/details': () => ({ body: { code: unknownCode } }),

  'GET /team-permissions': ({ person }) => ({ query: { user_id: person.id } }),
  'POST /team-permissions/{team_id}/{user_id}/{permission_id}': (world) => ({
    params: { ...member(world), permission_id: 'team_member' },
    body: {},
  }),
  'DELETE /team-permissions/{team_id}/{user_id}/{permission_id}': (world) => ({
    params: { ...member(world), permission_id: 'team_admin' },
  }),
  'GET /project-permissions': ({ person }) => ({ query: { user_id: person.id } }),
  'POST /project-permissions/{user_id}/{permission_id}': ({ person }) => ({
    params: { user_id: person.id, permission_id: 'reader' },
    body: {},
  }),
  'DELETE /project-permissions/{user_id}/{permission_id}': ({ person }) => ({
    params: { user_id: person.id, permission_id: 'reader' },
  }),

  'GET /team-permission-definitions': () => ({}),
  'POST /team-permission-definitions': () => ({ body: { id: 'writer' } }),
  'PATCH /team-permission-definitions/{id}': () => ({ params: { id: 'team_member' }, body: {} }),
  'DELETE /team-permission-definitions/{id}': () => ({ params: { id: 'team_member' } }),
  'GET /project-permission-definitions': () => ({}),
  'POST /project-permission-definitions': () => ({ body: { id: 'writer' } }),
  'PATCH /project-permission-definitions/{id}': () => ({ params: { id: 'reader' }, body: {} }),
  'DELETE /project-permission-definitions/{id}': () => ({ params: { id: 'reader' } }),

  'GET /internal/live-updates': () => ({}),
  'GET /internal/server': () => ({}),
  'GET /internal/server/failed-jobs': () => ({}),
  'POST /internal/server/failed-jobs/{job_id}/retry': () => ({ params: { job_id: randomUUID() }, body: {} }),
  'GET /internal/audit-entries': () => ({}),
  'GET /internal/traces': () => ({}),
  'GET /internal/traces/{id}': ({ failedEmailId }) => ({ params: { id: `email.${failedEmailId}` } }),
  'GET /internal/users': () => ({}),
  'GET /internal/metrics': () => ({}),
  'GET /internal/overview': () => ({}),
  'GET /internal/project-figures': () => ({}),

  'POST /internal/ai-chat/{thread_id}': ({ keySetId }) => ({
    params: { thread_id: keySetId },
    body: { context_type: 'email-draft', messages: [{ role: 'user', content: 'Hello' }] },
  }),
  'PATCH /internal/ai-chat/{thread_id}': ({ keySetId }) => ({
    params: { thread_id: keySetId },
    body: { message: 'Hello' },
  }),
  'GET /internal/ai-chat/{thread_id}': ({ keySetId }) => ({ params: { thread_id: keySetId } }),

  'GET /payments/items/{customer_type}/{customer_id}/{item_id}': (world) => ({ params: credits(world) }),
  'POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity': (world) => ({
    params: credits(world),
    query: { allow_negative: 'false' },
    body: { delta: 1 },
  }),
  'POST /payments/purchases/create-purchase-url': () => ({
    body: { customer_type: 'custom', customer_id: 'customer-1', offer_id: 'membership' },
  }),
  'POST /payments/purchases/validate-code': ({ purchaseCode }) => ({ body: { full_code: purchaseCode } }),
  'POST /payments/purchases/purchase-session': ({ purchaseCode }) => ({
    body: { full_code: purchaseCode, price_id: 'monthly' },
  }),
  'POST /internal/payments/test-mode-purchase-session': ({ purchaseCode }) => ({
    body: { full_code: purchaseCode, price_id: 'monthly' },
  }),
  'POST /internal/payments/subscriptions/{subscription_id}/cancel': () => ({
    params: { subscription_id: randomUUID() },
    body: { when: 'now' },
  }),
  'POST /internal/payments/purchases/{purchase_id}/refund': () => ({ params: { purchase_id: randomUUID() } }),
  'GET /internal/payments/transactions': () => ({}),
  'GET /internal/payments/customers': () => ({ query: { customer_type: 'user' } }),
  'GET /internal/payments/customers/{customer_type}/{customer_id}': () => ({
    params: { customer_type: 'custom', customer_id: 'customer' },
  }),
  'POST /internal/payments/setup': () => ({ body: {} }),
  'GET /internal/payments/stripe/account-info': () => ({}),
  'POST /internal/payments/stripe-widgets/account-session': () => ({ body: {} }),
  'POST /integrations/stripe/webhooks': () => ({ headers: { 'stripe-signature': 't=1,v1=00' }, body: {} }),

  'GET /internal/data-vault/stores': () => ({}),
  'POST /data-vault/stores/{store}/set': () => ({
    params: { store: 'secrets' },
    body: { hashed_key: 'hash of a key', encrypted_value: 'encrypted value' },
  }),
  'POST /data-vault/stores/{store}/get': () => ({
    params: { store: 'secrets' },
    body: { hashed_key: 'hash of a key' },
  }),

  'POST /webhooks/svix-token': () => ({ body: {} }),
  'GET /internal/webhook-endpoints': () => ({}),
  'POST /internal/webhook-endpoints': () => ({ body: { url: 'https://example.com/webhooks' } }),
  'GET /internal/webhook-endpoints/{endpoint_id}': (world) => ({ params: endpoint(world) }),
  'PATCH /internal/webhook-endpoints/{endpoint_id}': (world) => ({ params: endpoint(world), body: {} }),
  'DELETE /internal/webhook-endpoints/{endpoint_id}': (world) => ({ params: endpoint(world) }),
  'GET /internal/webhook-endpoints/{endpoint_id}/secret': (world) => ({ params: endpoint(world) }),
  'POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret': (world) => ({ params: endpoint(world), body: {} }),
  'POST /internal/webhook-endpoints/{endpoint_id}/send-test': (world) => ({ params: endpoint(world), body: {} }),
  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries': (world) => ({ params: endpoint(world) }),
  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}': (world) => ({ params: delivery(world) }),
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/resend-failed': (world) => ({
    params: endpoint(world),
    body: {},
  }),
  'GET /internal/webhook-endpoints/{endpoint_id}/last-day': (world) => ({ params: endpoint(world) }),
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend': (world) => ({
    params: delivery(world),
    body: {},
  }),
}

function trustedDevice({ person, trustedDeviceId }: World) {
  return { user_id: person.id, id: trustedDeviceId }
}

function passkey({ person, passkeyId }: World) {
  return { user_id: person.id, id: passkeyId }
}

function channel({ person, channelId }: World) {
  return { user_id: person.id, id: channelId }
}

function link({ person, linkId }: World) {
  return { user_id: person.id, id: linkId }
}

function endpoint({ webhookEndpointId }: World) {
  return { endpoint_id: webhookEndpointId }
}

function delivery({ webhookEndpointId, webhookDeliveryId }: World) {
  return { endpoint_id: webhookEndpointId, delivery_id: webhookDeliveryId }
}

function credits({ person }: World) {
  return { customer_type: 'user', customer_id: person.id, item_id: 'credits' }
}

function member({ teamId, person }: World) {
  return { team_id: teamId, user_id: person.id }
}

const unknownCode = '0'.repeat(45)

export type MinimalRequest = Pick<RawCall, 'params' | 'query' | 'body' | 'headers'>
