import { type AuditAction, auditActions } from './audit-actions.ts'

/** What is sent to webhook endpoints. Without schemas, so that browsers can read it too. */
export const webhookEventTypes = [
  'user.created',
  'user.updated',
  'user.deleted',
  'team.created',
  'team.updated',
  'team.deleted',
  'team_membership.created',
  'team_membership.deleted',
  'team_permission.created',
  'team_permission.deleted',
  'project_permission.created',
  'project_permission.deleted',
  'user.restricted',
  'user.unrestricted',
  'api_key.created',
  'api_key.updated',
  'api_key.revoked',
  'oauth_grant.created',
  'oauth_grant.revoked',
  'purchase.completed',
  'subscription.created',
  'subscription.updated',
  'session.created',
  'session.ended',
  'email.sent',
  'email.failed',
] as const

export type WebhookEventType = (typeof webhookEventTypes)[number]

/** Entries of the audit log, all of them or those of one action. Only sent to endpoints that name them. */
export const auditEventTypes: readonly ('audit.*' | `audit.${AuditAction}`)[] = [
  'audit.*',
  ...auditActions.map((action) => `audit.${action}` as const),
]

/** Why a session has ended before it expired. */
export const sessionEndReasons = [
  'signed_out',
  'ended_by_user',
  'ended_by_owner',
  'ended_by_server',
  'too_many_sessions',
  'longest_life',
  'inactivity',
  'password_changed',
  'second_factor_enabled',
  'user_restricted',
  'user_deleted',
  'user_deactivated',
  'user_upgraded',
  'account_claimed',
  'change_undone',
  'code_reused',
  'connection_ended',
  'connection_required',
] as const

export type SessionEndReason = (typeof sessionEndReasons)[number]

/** Why an app or agent has lost its access to the account of a user before that expired. */
export const oauthGrantEndReasons = [
  'ended_by_user',
  'ended_by_owner',
  'ended_by_server',
  'ended_by_client',
  'token_reused',
  'client_deleted',
  'resource_removed',
  'password_changed',
  'second_factor_reset',
  'user_restricted',
  'user_deleted',
  'user_deactivated',
  'user_upgraded',
  'account_claimed',
  'change_undone',
  'left_team',
  'team_deleted',
  'connection_ended',
  'connection_required',
] as const

export type OAuthGrantEndReason = (typeof oauthGrantEndReasons)[number]

interface WebhookEventDescription {
  /** When it is sent. */
  description: string
  /** The `data` of a message. */
  example: Record<string, unknown>
}

const team = {
  id: '5d1c9a6e-8f1b-4b6f-9d0e-3c7a2f4b8e10',
  display_name: 'Field team',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  second_factor_required_from_millis: null,
  created_at_millis: 1_893_456_000_000,
  server_metadata: { plan: 'pro' },
}

const user = {
  id: '0b7f2c54-2f0e-4c1c-9a53-7d5b8e6a1f02',
  display_name: 'Ada Lovelace',
  primary_email: 'ada@example.com',
  primary_email_verified: true,
  primary_email_auth_enabled: true,
  profile_image_url: null,
  locale: 'en-GB',
  signed_up_at_millis: 1_893_456_000_000,
  last_active_at_millis: 1_893_459_600_000,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  passkey_mfa_enabled: false,
  auth_with_email: true,
  requires_totp_mfa: false,
  oauth_providers: [{ id: 'github', account_id: '583231', email: 'ada@example.com' }],
  selected_team: team,
  selected_team_id: team.id,
  is_anonymous: false,
}

const membership = { team_id: team.id, user_id: user.id }
const teamPermission = { id: 'team_admin', ...membership }
const projectPermission = { id: 'moderator', user_id: user.id }

const apiKey = {
  id: '9c2d6b1e-4a57-4d0b-8f63-2e1a7c9b5d30',
  type: 'user',
  user_id: user.id,
  description: 'Nightly import',
  is_public: false,
  created_at_millis: 1_893_456_000_000,
  expires_at_millis: 1_924_992_000_000,
  value: { last_four: '3f9a' },
}

const purchase = {
  customer_type: 'user',
  customer_id: user.id,
  offer_id: 'credits',
  price_id: 'once',
  quantity: 1,
  test_mode: false,
}

const subscription = { customer_type: 'team', customer_id: team.id, offer_id: 'pro', status: 'active', quantity: 1 }

const oauthGrant = {
  id: 'Vb1xQe7mK2rT9sYw4uZc8nLp5hGd3fJa6oEi0tRkMvB',
  user_id: user.id,
  client_id: 'reporting',
  client_name: 'Reporting',
  team_id: team.id,
  scopes: ['openid', 'invoices:read'],
  created_at_millis: 1_893_456_000_000,
  expires_at_millis: null,
}

const session = { id: 'c41f7a90-6d2b-4c8e-9b15-0a7d3e5f8c26', user_id: user.id, is_impersonation: false }

const email = {
  id: '7e0b95d3-1c64-4f2a-8a39-5b6c2d9e4f71',
  template: 'magic_link',
  to: ['ada@example.com'],
  sent_at_millis: 1_893_459_600_000,
}

/** When each event is sent, and what a message about it contains. */
export const webhookEvents: Record<WebhookEventType, WebhookEventDescription> = {
  'user.created': { description: 'Somebody signed up, or a user was created by a server or an owner.', example: user },
  'user.updated': {
    description: 'The profile, an email address, a sign-in method or the metadata of a user changed.',
    example: { ...user, display_name: 'Ada King' },
  },
  'user.deleted': {
    description: 'A user was deleted. Contains the teams that the user was in.',
    example: { id: user.id, teams: [{ id: team.id }] },
  },
  'team.created': { description: 'A team was created.', example: team },
  'team.updated': {
    description: 'The name, the image or the metadata of a team changed.',
    example: { ...team, display_name: 'Field team North' },
  },
  'team.deleted': { description: 'A team was deleted.', example: { id: team.id } },
  'team_membership.created': { description: 'A user joined a team.', example: membership },
  'team_membership.deleted': { description: 'A user left a team or was removed from it.', example: membership },
  'team_permission.created': { description: 'A member was given a permission in a team.', example: teamPermission },
  'team_permission.deleted': { description: 'A member lost a permission in a team.', example: teamPermission },
  'project_permission.created': { description: 'A user was given a project permission.', example: projectPermission },
  'project_permission.deleted': { description: 'A user lost a project permission.', example: projectPermission },
  'user.restricted': {
    description: 'A user was restricted. All sessions of the user have ended.',
    example: { id: user.id, reason: 'Spam', until_millis: null },
  },
  'user.unrestricted': { description: 'The restriction of a user was lifted.', example: { id: user.id } },
  'api_key.created': {
    description: 'An API key of a user or team was created. Contains no secret.',
    example: apiKey,
  },
  'api_key.updated': {
    description: 'The description or expiry of an API key changed.',
    example: { ...apiKey, description: 'Weekly import' },
  },
  'api_key.revoked': {
    description: 'An API key was revoked, also because it leaked or its account was recovered.',
    example: { ...apiKey, manually_revoked_at_millis: 1_893_459_600_000 },
  },
  'oauth_grant.created': {
    description: 'A user has given an app or agent access to their account. Not sent when they give it more.',
    example: oauthGrant,
  },
  'oauth_grant.revoked': {
    description: 'An app or agent has lost its access to the account of a user. Not sent when the access expires.',
    example: { ...oauthGrant, reason: 'ended_by_user' },
  },
  'purchase.completed': {
    description: 'A customer has paid for an offer once, or an owner made a test purchase of it.',
    example: purchase,
  },
  'subscription.created': {
    description: 'A customer subscribed to an offer. It counts once its status is “active” or “trialing”.',
    example: { ...subscription, price_id: 'monthly', test_mode: false },
  },
  'subscription.updated': {
    description: 'The plan, the quantity or the status of a subscription changed, such as when it ends.',
    example: { ...subscription, status: 'canceled' },
  },
  'session.created': {
    description: 'A user signed in, or a session was created for one. Not sent when a token is refreshed.',
    example: {
      ...session,
      method: 'password',
      created_at_millis: 1_893_459_600_000,
      expires_at_millis: 1_924_995_600_000,
      ip_address: '203.0.113.7',
      user_agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    },
  },
  'session.ended': {
    description: 'A user signed out, or a session was ended for another reason. Not sent when a session expires.',
    example: { ...session, reason: 'signed_out' },
  },
  'email.sent': {
    description: 'An email server accepted an email. Contains neither its subject nor its text.',
    example: email,
  },
  'email.failed': {
    description: 'An email could not be sent and will not be tried again automatically.',
    example: { ...email, error: 'The email server rejected the address.' },
  },
}

/** The same for every entry of the audit log. Its `id` is that of the message. */
export const auditEvent: WebhookEventDescription = {
  description: 'Something was recorded in the audit log. Not part of all events: choose it by name.',
  example: {
    id: '2f6c8d41-9b3e-4a75-8c10-6d4e7f5a9b28',
    happened_at_millis: 1_893_459_600_000,
    action: 'project.config_changed',
    actor: { type: 'owner', id: '4a8e1f60-3c7b-4d29-a516-9e0b2d7c8f43', description: null },
    target: { type: 'project', id: 'e3b7a592-6f04-4c1d-b8a7-1d5c9e2f0a64' },
    details: { paths: ['auth.allowSignUp'], changes: [{ path: 'auth.allowSignUp', from: true, to: false }] },
    ip_address: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    request_id: '8d2a4c6e-1b3f-4d5a-9c7e-0f1e2d3c4b5a',
  },
}
