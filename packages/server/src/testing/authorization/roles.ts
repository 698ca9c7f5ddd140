import type { OwnerRole, Routes } from '@latchkey/contract'
import type { Outcome } from './rows.ts'

type RouteName = keyof Routes

/** What changes users, how they sign in, their teams and their permissions: for owners, admins and support. */
export const changingUsers: RouteName[] = [
  'POST /users',
  'PATCH /users/{user_id}',
  'DELETE /users/{user_id}',
  'PATCH /users/me',
  'DELETE /users/me',
  'PUT /users/{user_id}/restriction',
  'DELETE /users/{user_id}/restriction',
  'POST /internal/users/{user_id}/impersonation',
  'POST /auth/sessions',
  'DELETE /auth/sessions/{id}',
  'POST /auth/password/update',
  'POST /auth/password/set',
  'POST /auth/passkey/initiate-passkey-registration',
  'POST /auth/passkey/register',
  'PATCH /passkeys/{user_id}/{id}',
  'DELETE /passkeys/{user_id}/{id}',
  'POST /auth/recovery-codes',
  'DELETE /users/{user_id}/second-factor',
  'POST /contact-channels',
  'PATCH /contact-channels/{user_id}/{id}',
  'DELETE /contact-channels/{user_id}/{id}',
  'POST /contact-channels/{user_id}/{id}/send-verification-code',
  'POST /contact-channels/send-verification-code',
  'POST /oauth-providers',
  'PATCH /oauth-providers/{user_id}/{id}',
  'DELETE /oauth-providers/{user_id}/{id}',
  'POST /connected-accounts/{user_id}/{provider}/access-token',
  'POST /auth/oauth/connected-accounts/{provider}/access-token',
  'POST /user-api-keys',
  'PATCH /user-api-keys/{id}',
  'POST /user-api-keys/check',
  'POST /team-api-keys',
  'PATCH /team-api-keys/{id}',
  'POST /team-api-keys/check',
  'PATCH /emails/notification-preference/{user_id}/{category_id}',
  'POST /internal/send-sign-in-invitation',
  'POST /teams',
  'PATCH /teams/{team_id}',
  'DELETE /teams/{team_id}',
  'POST /directories',
  'PATCH /directories/{directory_id}',
  'POST /directories/{directory_id}/rotate-token',
  'DELETE /directories/{directory_id}',
  'POST /team-memberships/{team_id}/{user_id}',
  'DELETE /team-memberships/{team_id}/{user_id}',
  'PATCH /team-member-profiles/{team_id}/{user_id}',
  'POST /team-invitations/send-code',
  'DELETE /team-invitations/{id}',
  'POST /team-permissions/{team_id}/{user_id}/{permission_id}',
  'DELETE /team-permissions/{team_id}/{user_id}/{permission_id}',
  'POST /project-permissions/{user_id}/{permission_id}',
  'DELETE /project-permissions/{user_id}/{permission_id}',
]

/** What changes the project or shows its secrets: for owners, admins and developers. */
export const changingSettings: RouteName[] = [
  'PATCH /internal/projects/current',
  'PATCH /internal/config/override',
  'PUT /internal/config/override',
  'POST /internal/config/changes/{revision}/restore',
  'POST /internal/environments',
  'PATCH /internal/environments/current',
  'POST /internal/environments/{project_id}/copy',
  'POST /internal/api-keys',
  'PATCH /internal/api-keys/{id}',
  'POST /internal/api-keys/{id}/rotate',
  'POST /team-permission-definitions',
  'PATCH /team-permission-definitions/{id}',
  'DELETE /team-permission-definitions/{id}',
  'POST /project-permission-definitions',
  'PATCH /project-permission-definitions/{id}',
  'DELETE /project-permission-definitions/{id}',
  'POST /internal/sign-in-tests',
  'POST /emails/send-email',
  'POST /emails/render-email',
  'POST /internal/email-themes',
  'PATCH /internal/email-themes/{id}',
  'POST /internal/email-themes/{id}/reset',
  'POST /internal/email-templates',
  'PATCH /internal/email-templates/{id}',
  'POST /internal/email-templates/{id}/reset',
  'POST /internal/email-drafts',
  'PATCH /internal/email-drafts/{id}',
  'POST /internal/email-sends',
  'POST /internal/email-sends/{id}/stop',
  'POST /internal/email-sends/{id}/resend-failed',
  'POST /internal/emails/{id}/resend',
  'POST /internal/send-email-preview',
  'POST /internal/send-test-email',
  'POST /internal/ai-chat/{thread_id}',
  'PATCH /internal/ai-chat/{thread_id}',
  'POST /internal/payments/setup',
  'POST /internal/payments/stripe-widgets/account-session',
  'POST /data-vault/stores/{store}/set',
  'POST /data-vault/stores/{store}/get',
  'POST /webhooks/svix-token',
  'POST /internal/webhook-endpoints',
  'PATCH /internal/webhook-endpoints/{endpoint_id}',
  'DELETE /internal/webhook-endpoints/{endpoint_id}',
  'GET /internal/webhook-endpoints/{endpoint_id}/secret',
  'POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret',
  'POST /internal/webhook-endpoints/{endpoint_id}/send-test',
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend',
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/resend-failed',
  'POST /internal/server/failed-jobs/{job_id}/retry',
]

/** What support does not need to see. */
const showingSetup: RouteName[] = [
  'GET /internal/api-keys',
  'GET /internal/api-keys/{id}',
  'GET /internal/config/override',
  'GET /internal/config/changes',
  'GET /internal/config/changes/{revision}',
  'GET /internal/environments/{project_id}/differences',
  'GET /internal/sign-in-tests/{id}',
  'GET /internal/email-themes',
  'GET /internal/email-themes/{id}',
  'GET /internal/email-templates',
  'GET /internal/email-drafts',
  'GET /internal/email-drafts/{id}',
  'GET /internal/email-sources/{id}/versions',
  'GET /internal/email-sources/{id}/versions/{version_id}',
  'GET /internal/ai-chat/{thread_id}',
  'GET /internal/payments/stripe/account-info',
  'GET /internal/data-vault/stores',
  'GET /internal/webhook-endpoints',
  'GET /internal/webhook-endpoints/{endpoint_id}',
  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries',
  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}',
  'GET /internal/webhook-endpoints/{endpoint_id}/last-day',
  'GET /internal/server',
  'GET /internal/server/failed-jobs',
]

export const changingPurchases: RouteName[] = [
  'POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity',
  'POST /payments/purchases/create-purchase-url',
  'POST /internal/payments/test-mode-purchase-session',
  'POST /internal/payments/subscriptions/{subscription_id}/cancel',
  'POST /internal/payments/purchases/{purchase_id}/refund',
]

const forOwnersOnly: RouteName[] = [
  'POST /internal/environments/join',
  'PATCH /internal/owners/{user_id}',
  'DELETE /internal/owners/{user_id}',
  'GET /internal/owners/{user_id}/keys',
  'POST /internal/owner-invitations',
  'DELETE /internal/owner-invitations/{id}',
  'DELETE /internal/projects/current',
]

const refused: Record<Exclude<OwnerRole, 'owner'>, ReadonlySet<RouteName>> = {
  admin: new Set(forOwnersOnly),
  developer: new Set([...forOwnersOnly, ...changingUsers]),
  support: new Set([...forOwnersOnly, ...changingSettings, ...showingSetup]),
  viewer: new Set([...forOwnersOnly, ...changingUsers, ...changingSettings, ...changingPurchases]),
}

/** They check the role themselves, once they know the owner, which takes admin access. */
const checkedByHandler: RouteName[] = ['POST /internal/projects/transfer', 'DELETE /internal/owners/{user_id}']

/** What somebody with another role than `owner` gets, if it is not what an owner gets. */
export function findRefusal(
  role: Exclude<OwnerRole, 'owner'>,
  route: RouteName,
  access: 'server' | 'admin',
): Outcome | undefined {
  if (access === 'server' && checkedByHandler.includes(route)) return undefined
  if (route === 'POST /internal/projects/transfer') return '401 TEAM_PERMISSION_REQUIRED'
  return refused[role].has(route) ? '403' : undefined
}
