import type { Routes } from '@latchkey/contract'
import { ownEmailServer } from '../email.ts'
import type { World } from '../world.ts'

/** A status, and the code of the known error if there is one. */
export type Outcome = `${number}` | `${number} ${string}`

/** What a minimal request of the route gets from callers whose credentials are good, with and without a signed-in user. */
export interface Row {
  nobody: Outcome
  client: Outcome
  clientUser: Outcome
  server: Outcome
  serverUser: Outcome
  admin: Outcome
  adminUser: Outcome
  /** What an owner gets with admin access, if it is not what the admin key gets. */
  owner?: Outcome
  /** Changes the world into one in which the request can succeed. */
  prepare?: (world: World) => Promise<unknown>
}

const accessRequired = '400 ACCESS_TYPE_REQUIRED'
export const insufficient = '401 INSUFFICIENT_ACCESS_TYPE'

function allLevels(outcome: Outcome): Row {
  return {
    nobody: accessRequired,
    client: outcome,
    clientUser: outcome,
    server: outcome,
    serverUser: outcome,
    admin: outcome,
    adminUser: outcome,
  }
}

const everyone = allLevels('200')

/** Routes that answer without project access too. */
const open: Row = { ...everyone, nobody: '200' }

function servers(outcome: Outcome): Row {
  return { ...allLevels(outcome), client: insufficient, clientUser: insufficient }
}

const admins: Row = { ...servers('200'), server: insufficient, serverUser: insufficient }

const adminsCreate: Row = { ...admins, admin: '201', adminUser: '201' }

/** Routes that need a signed-in user at every level. */
function users(withoutUser: Outcome, withUser: Outcome = '200'): Row {
  return {
    nobody: accessRequired,
    client: withoutUser,
    clientUser: withUser,
    server: withoutUser,
    serverUser: withUser,
    admin: withoutUser,
    adminUser: withUser,
  }
}

/** Routes for what only the app of a user does. */
function apps(withoutUser: Outcome, withUser: Outcome): Row {
  return { ...allLevels(insufficient), client: withoutUser, clientUser: withUser }
}

const noRequest = '404 OAUTH_REQUEST_NOT_FOUND'
const notSignedIn = '400 CANNOT_GET_OWN_USER_WITHOUT_USER'
const userRequired = '401 USER_AUTHENTICATION_REQUIRED'
const ownUser = users(notSignedIn)
const projectOwners = users(userRequired, '401 EXPECTED_INTERNAL_PROJECT')

/** Routes that a key is not enough for: it takes the session of an owner. */
function ownersOnly(owner: Outcome): Row {
  return { ...allLevels('400 SCHEMA_ERROR'), owner }
}

/** Routes that take a code which nobody knows. */
const codes: Row = allLevels('404 VERIFICATION_CODE_NOT_FOUND')
/** The same for links to pages of the server, which anybody may open. */
const openCodes: Row = { ...codes, nobody: '404 VERIFICATION_CODE_NOT_FOUND' }

export const rows: Record<keyof Routes, Row> = {
  'GET /': open,
  'POST /check-feature-support': open,
  'POST /check-version': open,

  'GET /projects/current': everyone,
  'GET /projects/{project_id}/.well-known/jwks.json': open,
  'GET /internal/projects': projectOwners,
  'POST /internal/projects': projectOwners,
  'POST /internal/projects/transfer': { ...allLevels('400 SCHEMA_ERROR'), owner: '404 TEAM_MEMBERSHIP_NOT_FOUND' },
  'GET /internal/projects/current': admins,
  'PATCH /internal/projects/current': admins,
  'DELETE /internal/projects/current': admins,

  'GET /internal/api-keys': admins,
  'POST /internal/api-keys': admins,
  'GET /internal/api-keys/{id}': admins,
  'PATCH /internal/api-keys/{id}': admins,
  'POST /internal/api-keys/{id}/rotate': admins,

  'GET /internal/config': admins,
  'PATCH /internal/config/override': admins,
  'GET /internal/config/override': admins,
  'PUT /internal/config/override': admins,
  'GET /internal/config/changes': admins,
  'GET /internal/config/changes/{revision}': { ...admins, admin: '404', adminUser: '404' },
  'POST /internal/config/changes/{revision}/restore': { ...admins, admin: '404', adminUser: '404' },

  'POST /internal/environments': ownersOnly('400'),
  'POST /internal/environments/join': ownersOnly('404 PROJECT_NOT_FOUND'),
  'PATCH /internal/environments/current': ownersOnly('200'),
  'GET /internal/environments/{project_id}/differences': ownersOnly('404 PROJECT_NOT_FOUND'),
  'POST /internal/environments/{project_id}/copy': ownersOnly('404 PROJECT_NOT_FOUND'),

  'POST /auth/password/sign-up': everyone,
  'POST /auth/password/sign-in': everyone,
  'POST /auth/password/update': users('400 SCHEMA_ERROR'),
  'POST /auth/password/set': { ...users('400 SCHEMA_ERROR'), prepare: removePassword },

  'POST /auth/password/send-reset-code': everyone,
  'POST /auth/password/reset': codes,
  'POST /auth/password/reset/check-code': codes,

  'POST /auth/otp/send-sign-in-code': { ...allLevels('403') },
  'POST /auth/otp/sign-in': codes,
  'POST /auth/otp/sign-in/check-code': codes,

  'POST /auth/anonymous/sign-up': everyone,

  'POST /auth/passkey/initiate-passkey-registration': users(
    '400 SCHEMA_ERROR',
    '400 PASSKEY_AUTHENTICATION_NOT_ENABLED',
  ),
  'POST /auth/passkey/register': users('401 USER_AUTHENTICATION_REQUIRED', '404 VERIFICATION_CODE_NOT_FOUND'),
  'POST /auth/passkey/initiate-passkey-authentication': allLevels('400 PASSKEY_AUTHENTICATION_NOT_ENABLED'),
  'POST /auth/passkey/sign-in': codes,
  'GET /passkeys': { ...everyone, client: notSignedIn },
  'PATCH /passkeys/{user_id}/{id}': { ...everyone, client: notSignedIn },
  'DELETE /passkeys/{user_id}/{id}': { ...everyone, client: notSignedIn },

  'POST /auth/mfa/sign-in': codes,
  'POST /auth/mfa/initiate-passkey': codes,
  'GET /auth/recovery-codes': { ...everyone, client: notSignedIn },
  'POST /auth/recovery-codes': { ...users('400 SCHEMA_ERROR'), prepare: setUpSecondFactor },
  'DELETE /users/{user_id}/second-factor': { ...servers('200'), prepare: setUpSecondFactor },

  'GET /auth/trusted-devices': { ...everyone, client: notSignedIn },
  'DELETE /auth/trusted-devices/{user_id}': { ...everyone, client: notSignedIn },
  'DELETE /auth/trusted-devices/{user_id}/{id}': { ...everyone, client: notSignedIn },

  'GET /oauth-provider/grants': { ...everyone, client: userRequired },
  'DELETE /oauth-provider/grants/{user_id}': { ...everyone, client: userRequired },
  'DELETE /oauth-provider/grants/{user_id}/{grant_id}': { ...everyone, client: userRequired },

  'POST /auth/cli': everyone,
  'POST /auth/cli/poll': allLevels('400 INVALID_POLLING_CODE'),
  'POST /auth/cli/complete': allLevels('400'),

  'GET /auth/oauth/authorize/{provider}': { ...allLevels('307'), nobody: '307' },
  'GET /auth/oauth/callback/{provider}': { ...allLevels('400'), nobody: '400' },
  'POST /internal/sign-in-tests': {
    ...admins,
    admin: '400 OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    adminUser: '400 OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  },
  'GET /internal/sign-in-tests/{id}': { ...admins, admin: '404', adminUser: '404' },
  'POST /auth/oauth/callback/{provider}': { ...allLevels('400'), nobody: '400' },
  'POST /auth/oauth/token': open,
  'GET /oauth-provider/interactions/{interaction_id}': apps(noRequest, noRequest),
  'POST /oauth-provider/interactions/{interaction_id}/approve': apps(userRequired, noRequest),
  'POST /oauth-provider/interactions/{interaction_id}/deny': apps(noRequest, noRequest),
  'POST /oauth-provider/device/find': apps(userRequired, noRequest),
  'POST /oauth-provider/device/approve': apps(userRequired, noRequest),
  'POST /oauth-provider/device/deny': apps(userRequired, noRequest),
  'POST /connected-accounts/{user_id}/{provider}/access-token': {
    ...allLevels('400 OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE'),
    client: '400 CANNOT_GET_OWN_USER_WITHOUT_USER',
  },
  'GET /connections': { ...everyone, client: userRequired },
  'POST /connections': { ...allLevels('201'), client: userRequired },
  'GET /connections/{connection_id}': { ...everyone, client: userRequired },
  'PATCH /connections/{connection_id}': { ...everyone, client: userRequired },
  'DELETE /connections/{connection_id}': { ...everyone, client: userRequired },
  'POST /connections/{connection_id}/test': { ...everyone, client: userRequired },
  'POST /auth/connections/find': everyone,
  'GET /teams/{team_id}/required-connection': { ...everyone, client: userRequired },
  'PATCH /teams/{team_id}/required-connection': { ...everyone, client: userRequired },
  // The connection of the world is none of SAML.
  'GET /auth/saml/{connection_id}/metadata': { ...allLevels('404'), nobody: '404' },
  'POST /auth/saml/{connection_id}/acs': { ...allLevels('404'), nobody: '404' },
  'GET /connection-domains': { ...everyone, client: userRequired },
  'POST /connection-domains': { ...allLevels('201'), client: userRequired },
  'POST /connection-domains/{domain_id}/check': { ...everyone, client: userRequired },
  'DELETE /connection-domains/{domain_id}': { ...everyone, client: userRequired },
  'POST /connections/{connection_id}/setup-link': { ...servers('201'), prepare: turnOffConnection },
  'DELETE /connections/{connection_id}/setup-link': servers('200'),
  'POST /connection-setups/read': open,
  'POST /connection-setups/choose-provider': open,
  'POST /connection-setups/save-settings': open,
  'POST /connection-setups/test': open,
  'POST /connection-setups/add-domain': open,
  'POST /connection-setups/check-domain': open,
  'POST /connection-setups/remove-domain': open,
  'POST /connection-setups/finish': { ...allLevels('409'), nobody: '409' },
  'POST /auth/oauth/connected-accounts/{provider}/access-token': users(
    '400 CANNOT_GET_OWN_USER_WITHOUT_USER',
    '400 OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
  ),

  'POST /auth/sessions': servers('200'),
  'GET /auth/sessions': { ...everyone, client: '400 CANNOT_GET_OWN_USER_WITHOUT_USER' },
  'DELETE /auth/sessions': { ...everyone, client: userRequired },
  'DELETE /auth/sessions/{id}': { ...everyone, client: '404' },
  'DELETE /auth/sessions/current': users('401 ACCESS_TOKEN_EXPIRED'),
  'POST /auth/sessions/current/refresh': everyone,

  'POST /auth/step-up': users('400 SCHEMA_ERROR'),
  'POST /auth/step-up/send-code': users('400 SCHEMA_ERROR'),
  'POST /auth/step-up/check': users('400 SCHEMA_ERROR'),

  'GET /users/me': ownUser,
  'PATCH /users/me': ownUser,
  'DELETE /users/me': ownUser,
  'GET /users': servers('200'),
  'POST /users': servers('201'),
  'GET /users/{user_id}': servers('200'),
  'PATCH /users/{user_id}': servers('200'),
  'DELETE /users/{user_id}': servers('200'),
  'GET /internal/second-factor': admins,
  'GET /internal/teams': admins,
  'GET /internal/permission-holders': admins,
  'GET /internal/permission-usage': admins,
  'POST /internal/users/{user_id}/impersonation': adminsCreate,
  'POST /auth/impersonation/sign-in': codes,
  'GET /users/{user_id}/restriction': servers('200'),
  'PUT /users/{user_id}/restriction': servers('200'),
  'DELETE /users/{user_id}/restriction': servers('200'),

  'POST /contact-channels/send-verification-code': { ...users('400 SCHEMA_ERROR'), prepare: unverifyEmail },
  'POST /contact-channels/verify': codes,
  'POST /contact-channels/verify/details': codes,
  'POST /contact-channels/verify/reject': codes,
  'POST /contact-channels/verify/check-code': codes,

  'GET /contact-channels': { ...everyone, client: notSignedIn },
  'POST /contact-channels': { ...allLevels('201'), client: notSignedIn },
  'GET /contact-channels/{user_id}/{id}': { ...everyone, client: notSignedIn },
  'PATCH /contact-channels/{user_id}/{id}': { ...everyone, client: notSignedIn },
  'DELETE /contact-channels/{user_id}/{id}': { ...everyone, client: notSignedIn },
  'POST /contact-channels/{user_id}/{id}/send-verification-code': { ...everyone, client: notSignedIn },

  'GET /oauth-providers': { ...everyone, client: notSignedIn },
  'POST /oauth-providers': servers('201'),
  'GET /oauth-providers/{user_id}/{id}': { ...everyone, client: notSignedIn },
  'PATCH /oauth-providers/{user_id}/{id}': { ...everyone, client: notSignedIn },
  'DELETE /oauth-providers/{user_id}/{id}': { ...everyone, client: notSignedIn },

  'GET /emails/notification-preference/{user_id}': { ...everyone, client: userRequired },
  'PATCH /emails/notification-preference/{user_id}/{category_id}': { ...everyone, client: userRequired },
  'GET /auth/undo-change': openCodes,
  'POST /auth/undo-change': openCodes,
  'GET /contact-channels/not-me': openCodes,
  'POST /contact-channels/not-me': openCodes,
  'GET /emails/unsubscribe-link': open,
  'POST /emails/unsubscribe-link': open,

  'POST /emails/send-email': { ...servers('200'), prepare: useOwnEmailServer },
  'POST /emails/render-email': admins,
  'GET /internal/email-themes': admins,
  'POST /internal/email-themes': admins,
  'GET /internal/email-themes/{id}': admins,
  'PATCH /internal/email-themes/{id}': admins,
  'POST /internal/email-themes/{id}/reset': admins,
  'GET /internal/email-templates': admins,
  'POST /internal/email-templates': admins,
  'PATCH /internal/email-templates/{id}': { ...admins, prepare: useOwnEmailServer },
  'POST /internal/email-templates/{id}/reset': admins,
  'GET /internal/email-drafts': admins,
  'POST /internal/email-drafts': admins,
  'GET /internal/email-drafts/{id}': admins,
  'PATCH /internal/email-drafts/{id}': admins,
  'GET /internal/email-sources/{id}/versions': admins,
  'GET /internal/email-sources/{id}/versions/{version_id}': admins,
  'GET /internal/email-sends': admins,
  'POST /internal/email-sends/{id}/stop': admins,
  'POST /internal/email-sends/{id}/resend-failed': admins,
  'GET /internal/email-audience': admins,
  'POST /internal/email-sends': { ...admins, prepare: useOwnEmailServer },
  'GET /internal/emails': admins,
  'GET /internal/emails/{id}': { ...admins, admin: '404', adminUser: '404' },
  // Nothing was given up in the world.
  'POST /internal/emails/{id}/resend': { ...admins, admin: '404', adminUser: '404' },
  'POST /internal/send-email-preview': { ...admins, prepare: useOwnEmailServer },
  'POST /internal/send-test-email': admins,
  'POST /internal/failed-emails-digest': open,
  // There is no email server in the world.
  'POST /internal/send-sign-in-invitation': servers('400'),

  'GET /internal/user-and-team-api-keys': admins,
  'GET /user-api-keys': { ...everyone, client: userRequired },
  'POST /user-api-keys': { ...everyone, client: userRequired },
  'GET /user-api-keys/{id}': { ...everyone, client: userRequired },
  'PATCH /user-api-keys/{id}': { ...everyone, client: userRequired },
  'POST /user-api-keys/check': servers('200'),
  'GET /team-api-keys': { ...everyone, client: userRequired },
  'POST /team-api-keys': { ...everyone, client: userRequired },
  'GET /team-api-keys/{id}': { ...everyone, client: userRequired },
  'PATCH /team-api-keys/{id}': { ...everyone, client: userRequired },
  'POST /team-api-keys/check': servers('200'),
  'POST /integrations/credential-scanning/revoke': open,

  'GET /teams': { ...everyone, client: notSignedIn },
  'GET /directories': { ...everyone, client: userRequired },
  'POST /directories': { ...allLevels('201'), client: userRequired, prepare: removeDirectory },
  'GET /directories/{directory_id}': { ...everyone, client: userRequired },
  'PATCH /directories/{directory_id}': { ...everyone, client: userRequired },
  'POST /directories/{directory_id}/rotate-token': { ...everyone, client: userRequired },
  'DELETE /directories/{directory_id}': { ...everyone, client: userRequired },
  'GET /directories/{directory_id}/operations': { ...everyone, client: userRequired },
  'GET /directories/{directory_id}/groups': { ...everyone, client: userRequired },
  'GET /oauth-clients': servers('200'),
  'POST /oauth-clients': servers('201'),
  'GET /oauth-clients/{id}': servers('200'),
  'PATCH /oauth-clients/{id}': servers('200'),
  'DELETE /oauth-clients/{id}': servers('200'),
  'POST /oauth-clients/{id}/rotate-secret': servers('200'),
  'DELETE /oauth-clients/{id}/secrets/{secret_id}': servers('200'),

  'POST /teams': { ...allLevels('201'), client: userRequired },
  'GET /teams/{team_id}': { ...everyone, client: userRequired },
  'PATCH /teams/{team_id}': { ...everyone, client: userRequired },
  'DELETE /teams/{team_id}': { ...everyone, client: userRequired },

  'POST /team-memberships/{team_id}/{user_id}': servers('201'),
  'DELETE /team-memberships/{team_id}/{user_id}': { ...everyone, client: notSignedIn },

  'GET /teams/{team_id}/members': users(userRequired),
  'PATCH /teams/{team_id}/members/{user_id}': users(userRequired),

  'GET /team-member-profiles': { ...everyone, client: notSignedIn },
  'GET /team-member-profiles/{team_id}/{user_id}': { ...everyone, client: notSignedIn },
  'PATCH /team-member-profiles/{team_id}/{user_id}': { ...everyone, client: notSignedIn },

  'POST /team-invitations/send-code': { ...everyone, client: userRequired },
  'GET /team-invitations': { ...everyone, client: userRequired },
  'DELETE /team-invitations/{id}': { ...everyone, client: userRequired },
  'GET /internal/first-owner': open,
  'POST /internal/first-owner': { ...allLevels('409'), nobody: '409' },
  'POST /internal/first-owner/claim': projectOwners,
  'GET /internal/owners': admins,
  'PATCH /internal/owners/{user_id}': ownersOnly('404 TEAM_MEMBERSHIP_NOT_FOUND'),
  'DELETE /internal/owners/{user_id}': ownersOnly('404 TEAM_MEMBERSHIP_NOT_FOUND'),
  'GET /internal/owners/{user_id}/keys': admins,
  'GET /internal/owner-invitations': admins,
  'POST /internal/owner-invitations': ownersOnly('200'),
  'DELETE /internal/owner-invitations/{id}': ownersOnly('404 VERIFICATION_CODE_NOT_FOUND'),
  'POST /internal/invited-owner/details': openCodes,
  'POST /internal/invited-owner': openCodes,
  'POST /team-invitations/accept': users(userRequired, '404 VERIFICATION_CODE_NOT_FOUND'),
  'POST /team-invitations/accept/check-code': codes,
  'POST /team-invitations/accept/details': users(userRequired, '404 VERIFICATION_CODE_NOT_FOUND'),

  'GET /team-permissions': { ...everyone, client: notSignedIn },
  'POST /team-permissions/{team_id}/{user_id}/{permission_id}': servers('201'),
  'DELETE /team-permissions/{team_id}/{user_id}/{permission_id}': servers('200'),
  'GET /project-permissions': { ...everyone, client: notSignedIn },
  'POST /project-permissions/{user_id}/{permission_id}': servers('201'),
  'DELETE /project-permissions/{user_id}/{permission_id}': servers('200'),

  'GET /team-permission-definitions': admins,
  'POST /team-permission-definitions': adminsCreate,
  'PATCH /team-permission-definitions/{id}': admins,
  'DELETE /team-permission-definitions/{id}': admins,
  'GET /project-permission-definitions': admins,
  'POST /project-permission-definitions': adminsCreate,
  'PATCH /project-permission-definitions/{id}': admins,
  'DELETE /project-permission-definitions/{id}': admins,

  'GET /payments/items/{customer_type}/{customer_id}/{item_id}': everyone,
  'POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity': servers('200'),
  'POST /payments/purchases/create-purchase-url': everyone,
  'POST /payments/purchases/validate-code': open,
  // Without keys of the card provider nothing can be charged, nor can a webhook be from it.
  'POST /payments/purchases/purchase-session': { ...allLevels('400'), nobody: '400' },
  'POST /internal/payments/test-mode-purchase-session': admins,
  'POST /internal/payments/subscriptions/{subscription_id}/cancel': { ...admins, admin: '404', adminUser: '404' },
  'POST /internal/payments/purchases/{purchase_id}/refund': { ...admins, admin: '404', adminUser: '404' },
  'GET /internal/payments/transactions': admins,
  'GET /internal/payments/customers': admins,
  'GET /internal/payments/customers/{customer_type}/{customer_id}': admins,
  'POST /internal/payments/setup': { ...admins, admin: '400', adminUser: '400' },
  'GET /internal/payments/stripe/account-info': {
    ...admins,
    admin: '404 STRIPE_ACCOUNT_INFO_NOT_FOUND',
    adminUser: '404 STRIPE_ACCOUNT_INFO_NOT_FOUND',
  },
  'POST /internal/payments/stripe-widgets/account-session': { ...admins, admin: '400', adminUser: '400' },
  'POST /integrations/stripe/webhooks': { ...allLevels('400'), nobody: '400' },

  'GET /internal/data-vault/stores': admins,
  'POST /data-vault/stores/{store}/set': servers('200'),
  'POST /data-vault/stores/{store}/get': servers('400 DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST'),

  'POST /webhooks/svix-token': adminsCreate,
  'GET /internal/webhook-endpoints': admins,
  'POST /internal/webhook-endpoints': adminsCreate,
  'GET /internal/webhook-endpoints/{endpoint_id}': admins,
  'PATCH /internal/webhook-endpoints/{endpoint_id}': admins,
  'DELETE /internal/webhook-endpoints/{endpoint_id}': admins,
  'GET /internal/webhook-endpoints/{endpoint_id}/secret': admins,
  'POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret': admins,
  'POST /internal/webhook-endpoints/{endpoint_id}/send-test': adminsCreate,
  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries': admins,
  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}': admins,
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend': admins,
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/resend-failed': admins,
  'GET /internal/webhook-endpoints/{endpoint_id}/last-day': admins,

  'GET /internal/audit-entries': admins,
  'GET /internal/traces': admins,
  'GET /internal/traces/{id}': admins,
  'GET /internal/users': admins,
  'GET /internal/live-updates': admins,

  // Only the internal project may, and the owner of another one is refused.
  'GET /internal/server': { ...admins, admin: '403', adminUser: '403' },
  'GET /internal/server/failed-jobs': { ...admins, admin: '403', adminUser: '403' },
  'POST /internal/server/failed-jobs/{job_id}/retry': { ...admins, admin: '403', adminUser: '403' },
  'GET /internal/metrics': admins,
  'GET /internal/overview': admins,
  'GET /internal/project-figures': ownersOnly('200'),

  'POST /internal/ai-chat/{thread_id}': { ...admins, admin: '400', adminUser: '400' },
  'PATCH /internal/ai-chat/{thread_id}': admins,
  'GET /internal/ai-chat/{thread_id}': admins,
}

async function useOwnEmailServer({ project }: World): Promise<void> {
  await project.call('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify({ 'emails.server': ownEmailServer }) },
  })
}

async function removePassword({ project, person }: World): Promise<void> {
  await project.server.platform.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('project_id', '=', project.id)
    .where('id', '=', person.id)
    .execute()
}

async function setUpSecondFactor({ project, person }: World): Promise<void> {
  const body = { totp_secret_base64: Buffer.alloc(20).toString('base64') }
  // With their token, which keeps their session.
  await project.call('PATCH /users/{user_id}', { as: 'server', user: person, params: { user_id: person.id }, body })
}

async function unverifyEmail({ project, person }: World): Promise<void> {
  await project.server.platform.db
    .updateTable('contact_channels')
    .set({ is_verified: false })
    .where('project_id', '=', project.id)
    .where('user_id', '=', person.id)
    .execute()
}

async function removeDirectory({ project, directoryId }: World): Promise<void> {
  await project.call('DELETE /directories/{directory_id}', { as: 'admin', params: { directory_id: directoryId } })
}

async function turnOffConnection({ project, connectionId }: World): Promise<void> {
  const { db } = project.server.platform
  await db.updateTable('connections').set({ is_active: false }).where('id', '=', connectionId).execute()
}
