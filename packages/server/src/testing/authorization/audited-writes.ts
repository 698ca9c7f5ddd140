import { routes } from '@latchkey/contract'

type Route = keyof typeof routes

/** Nothing is different afterwards, or nothing that matters for anybody's security. */
const withoutEntry: Route[] = [
  // The user is not restricted; user-restrictions/routes.test.ts lifts a restriction.
  'DELETE /users/{user_id}/restriction',
  'POST /check-feature-support',
  'POST /check-version',
  'POST /auth/password/send-reset-code',
  'POST /auth/password/reset/check-code',
  'POST /auth/otp/sign-in/check-code',
  'POST /auth/passkey/initiate-passkey-registration',
  'POST /auth/passkey/initiate-passkey-authentication',
  'POST /auth/cli',
  'POST /auth/cli/poll',
  'POST /auth/oauth/token',
  'POST /internal/sign-in-tests',
  'POST /auth/sessions/current/refresh',
  'POST /auth/step-up/send-code',
  'POST /auth/step-up/check',
  'POST /connected-accounts/{user_id}/{provider}/access-token',
  'POST /auth/oauth/connected-accounts/{provider}/access-token',
  'POST /contact-channels/{user_id}/{id}/send-verification-code',
  'POST /contact-channels/send-verification-code',
  'POST /contact-channels/verify/check-code',
  'POST /contact-channels/verify/details',
  'PATCH /emails/notification-preference/{user_id}/{category_id}',
  'POST /emails/unsubscribe-link',
  'POST /emails/send-email',
  'POST /internal/email-sends',
  // Nothing has failed; emails/bulk/sends.test.ts resends what has.
  'POST /internal/email-sends/{id}/resend-failed',
  'POST /emails/render-email',
  'POST /internal/email-drafts',
  'PATCH /internal/email-drafts/{id}',
  'POST /internal/send-email-preview',
  'POST /internal/send-test-email',
  // Nothing was changed; emails/routes.test.ts resets what was.
  'POST /internal/email-templates/{id}/reset',
  'POST /internal/email-themes/{id}/reset',
  'POST /internal/emails/{id}/resend',
  'POST /internal/failed-emails-digest',
  'POST /internal/send-sign-in-invitation',
  'POST /user-api-keys/check',
  'POST /team-api-keys/check',
  'PATCH /team-member-profiles/{team_id}/{user_id}',
  'POST /team-invitations/accept/check-code',
  'POST /team-invitations/accept/details',
  'POST /internal/invited-owner/details',
  'POST /webhooks/svix-token',
  'POST /internal/webhook-endpoints/{endpoint_id}/send-test',
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend',
  'POST /internal/ai-chat/{thread_id}',
  'PATCH /internal/ai-chat/{thread_id}',
  'POST /payments/purchases/create-purchase-url',
  'POST /payments/purchases/validate-code',
  'POST /payments/purchases/purchase-session',
  'POST /internal/payments/stripe-widgets/account-session',
  'POST /data-vault/stores/{store}/set',
  'POST /data-vault/stores/{store}/get',
]

/** Need a code, another device or the internal project; the tests beside this one follow them to their entries. */
const followedElsewhere: Route[] = [
  'POST /auth/password/reset',
  'POST /auth/otp/send-sign-in-code',
  'POST /auth/otp/sign-in',
  'POST /auth/passkey/register',
  'POST /auth/passkey/sign-in',
  'POST /auth/mfa/sign-in',
  'POST /auth/cli/complete',
  'POST /auth/impersonation/sign-in',
  'POST /auth/oauth/callback/{provider}',
  'POST /contact-channels/verify',
  'POST /contact-channels/verify/reject',
  'POST /contact-channels/not-me',
  'POST /auth/undo-change',
  'POST /team-invitations/accept',
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/resend-failed',
  'POST /internal/first-owner',
  'POST /internal/first-owner/claim',
  'POST /internal/invited-owner',
  'PATCH /internal/owners/{user_id}',
  'DELETE /internal/owners/{user_id}',
  'POST /internal/owner-invitations',
  'DELETE /internal/owner-invitations/{id}',
  'POST /internal/config/changes/{revision}/restore',
  'POST /internal/projects',
  'POST /internal/projects/transfer',
  'DELETE /internal/projects/current',
  'POST /internal/server/failed-jobs/{job_id}/retry',
  'POST /internal/payments/setup',
  'POST /integrations/stripe/webhooks',
]

/** Where the minimal request changes nothing. */
export const changesToAudit: Partial<Record<Route, object>> = {
  'PATCH /internal/projects/current': { config: { sign_up_enabled: false } },
  'PATCH /internal/config/override': { config_override_string: '{"auth.allowSignUp":false}' },
  'PATCH /users/me': { totp_secret_base64: Buffer.alloc(20).toString('base64') },
  'PATCH /users/{user_id}': { primary_email_verified: false },
  'PATCH /contact-channels/{user_id}/{id}': { used_for_auth: true },
  'PATCH /oauth-providers/{user_id}/{id}': { allow_sign_in: false },
  'PATCH /user-api-keys/{id}': { revoked: true },
  'PATCH /team-api-keys/{id}': { revoked: true },
  'PATCH /internal/webhook-endpoints/{endpoint_id}': { is_enabled: false },
}

const others = new Set<string>([...withoutEntry, ...followedElsewhere])
export const auditedWrites = (Object.keys(routes) as Route[]).filter(
  (route) => !route.startsWith('GET') && !others.has(route),
)
