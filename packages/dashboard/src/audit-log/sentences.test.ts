import { auditActions } from '@latchkey/contract/audit-actions'
import { expect, test } from 'vitest'
import type { AuditEntry } from '../data/rows.ts'
import { describeValue, labelOf } from '../data/setting-labels.ts'
import { namesFrom, type Subject } from '../people/subjects.ts'
import { sentenceText } from './sentence.tsx'

const subject = (type: Subject['type'], id: string, display_name: string): Subject => ({
  type,
  id,
  display_name,
  primary_email: null,
  profile_image_url: null,
  is_anonymous: false,
  created_at_millis: null,
  is_deleted: false,
})

const names = namesFrom([
  subject('owner', 'grace', 'Grace'),
  subject('user', 'ada', 'Ada'),
  subject('team', 'engines', 'Engines'),
  subject('project_key_set', 'import', 'Nightly import'),
  subject('webhook_endpoint', 'hook', 'example.com'),
])

interface Given {
  actor?: [type: AuditEntry['actor']['type'], id: string | null]
  target?: [type: string, id: string]
  details?: unknown
}

function say(action: string, { actor = ['owner', 'grace'], target = ['user', 'ada'], details = null }: Given = {}) {
  const entry = {
    id: 'e',
    action,
    actor: { type: actor[0], id: actor[1], description: null },
    target: { type: target[0], id: target[1] },
    details,
    happened_at_millis: 0,
    ip_address: null,
    user_agent: null,
    request_id: null,
  } as AuditEntry
  return sentenceText(entry, names)
}

const own = { actor: ['user', 'ada'] } as const
const project = ['project', 'p'] as [string, string]
const changes = (...given: { path: string; from?: unknown; to?: unknown }[]): Given => ({
  target: project,
  details: { changes: given },
})

test.each([
  ['passkey.added', {}, 'Grace added a passkey to Ada’s account'],
  ['passkey.added', { ...own, details: { name: '1Password' } }, 'Ada added the passkey “1Password” to their account'],
  [
    'passkey.renamed',
    { ...own, details: { name: { from: '1Password', to: 'Work laptop' } } },
    'Ada renamed their passkey “1Password” to “Work laptop”',
  ],
  ['passkey.removed', { details: { name: 'Work laptop' } }, 'Grace removed Ada’s passkey “Work laptop”'],
  [
    'connection.updated',
    { details: { display_name: 'Okta', team_id: 'engines', fields: ['is_active'], is_active: false } },
    'Grace deactivated the connection “Okta” of Engines',
  ],
  ['connection.created', { details: { display_name: 'Okta', team_id: null } }, 'Grace created the connection “Okta”'],
  [
    'connection_domain.lapsed',
    { actor: ['system', null], details: { domain: 'example.com', team_id: 'engines' } },
    'Latchkey no longer counts the email domain example.com of Engines, whose record was missing for a week',
  ],
  [
    'connection_domain.lapsed',
    { actor: ['system', null], details: { domain: 'example.com', team_id: 'engines', is_unreachable: true } },
    'Latchkey no longer counts the email domain example.com of Engines, whose name servers gave no answer for a month',
  ],
  [
    'connection.metadata_changed',
    {
      actor: ['system', null],
      details: { display_name: 'Okta', team_id: 'engines', fields: ['certificates', 'sign_in_url'] },
    },
    'Latchkey read a new certificate and sign-in URL of the connection “Okta” of Engines in the metadata of its provider',
  ],
  ['second_factor.reset', {}, 'Grace reset Ada’s second factor'],
  ['recovery_codes.created', own, 'Ada created new recovery codes'],
  ['recovery_code.used', { ...own, details: { remaining: 9 } }, 'Ada signed in with a recovery code: 9 left'],
  ['trusted_device.added', own, 'Ada trusted a device, which is not asked for the second factor for 30 days'],
  ['trusted_device.removed', { ...own, details: { count: 1 } }, 'Ada forgot one of their trusted devices'],
  ['trusted_device.removed', { details: { count: 3 } }, 'Grace forgot all of Ada’s trusted devices'],
  [
    'user.signed_in',
    { ...own, details: { method: 'password', trusted_device: true } },
    'Ada signed in with a password on a trusted device',
  ],
  ['user.created', {}, 'Grace created the user Ada'],
  ['user.created', { actor: ['user', 'ada'] }, 'Ada signed up'],
  ['user.created', { actor: ['server-key', 'import'] }, 'The key Nightly import created the user Ada'],
  ['user.created', { actor: ['admin-key', 'unknown'] }, 'An admin key created the user Ada'],
  [
    'user.updated',
    { details: { fields: ['primary_email', 'server_metadata'] } },
    'Grace changed Ada’s email address and server metadata',
  ],
  [
    'user.updated',
    { actor: ['server-key', 'import'], details: { fields: ['server_metadata'], on_behalf_of: 'ada' } },
    'The key Nightly import changed Ada’s server metadata for Ada',
  ],
  [
    'user.sign_in_failed',
    { actor: ['unknown', null], target: project, details: { method: 'password', email: 'a@x.io' } },
    'Someone failed to sign in as a@x.io with a password',
  ],
  [
    'user.signed_in',
    { actor: ['user', 'gone'], target: ['user', 'gone'], details: { method: 'passkey' } },
    'A deleted user signed in with a passkey',
  ],
  [
    'user.restricted',
    { target: ['user', 'gone'], details: { reason: 'Spam', until_millis: null } },
    'Grace restricted a deleted user: “Spam”',
  ],
  ['provider_link.created', { ...own, details: { provider_config_id: 'github' } }, 'Ada linked their GitHub account'],
  [
    'provider_link.created',
    { ...own, details: { provider_config_id: 'sso_5a4f7c0e-3f52-4c5e-8a53-1c8f5f0f6f3e' } },
    'Ada linked their company account',
  ],
  ['password.changed', { actor: ['user', 'ada'] }, 'Ada changed their password'],
  ['team_membership.created', { details: { team_id: 'engines' } }, 'Grace added Ada to the team Engines'],
  [
    'team.updated',
    {
      target: ['team', 'engines'],
      details: { fields: ['display_name'], changes: [{ path: 'display_name', from: 'Pumps', to: 'Engines' }] },
    },
    'Grace renamed the team “Pumps” to Engines',
  ],
  [
    'team.updated',
    {
      target: ['team', 'engines'],
      details: { changes: [{ path: 'second_factor_required_from', from: null, to: '1970-01-01T00:00:00.000Z' }] },
    },
    'Grace required a second factor of the members of the team Engines',
  ],
  [
    'team.updated',
    {
      target: ['team', 'engines'],
      details: { changes: [{ path: 'second_factor_required_from', from: '2026-11-18T20:00:00.000Z', to: null }] },
    },
    'Grace made a second factor optional for the members of the team Engines',
  ],
  [
    'permission.granted',
    { details: { permission_id: 'edit', team_id: 'engines' } },
    'Grace gave Ada the permission edit in Engines',
  ],
  [
    'api_key.revoked',
    { actor: ['unknown', null], target: ['api_key', 'k'], details: { user_id: 'ada', was_leaked: true } },
    'Someone revoked a deleted API key of Ada, which had leaked',
  ],
  [
    'owner.role_changed',
    { target: project, details: { user_id: 'gone', from: 'owner', role: 'viewer' } },
    'Grace changed the role of a former owner from owner to viewer',
  ],
  ['owner.removed', { target: project, details: { user_id: 'grace' } }, 'Grace left the project'],
  [
    'webhook_endpoint.disabled',
    { actor: ['system', null], target: ['webhook_endpoint', 'hook'], details: { reason: 'gone' } },
    'Latchkey disabled the webhook endpoint example.com, because it responded with 410 Gone',
  ],
  [
    'webhook_endpoint.updated',
    {
      target: ['webhook_endpoint', 'hook'],
      details: { fields: ['is_enabled'], changes: [{ path: 'is_enabled', from: true, to: false }] },
    },
    'Grace turned off the webhook endpoint example.com',
  ],
  [
    'item.quantity_changed',
    { target: ['customer', 'acme'], details: { item_id: 'seats', delta: -3 } },
    'Grace took 3 × seats from acme',
  ],
  [
    'item.quantity_changed',
    { target: ['customer', 'acme'], details: { item_id: 'seats', item_name: 'Seats', delta: 3 } },
    'Grace gave acme 3 × Seats',
  ],
  [
    'purchase.made',
    { target: ['customer', 'acme'], details: { offer_id: 'pro', offer_name: 'Pro plan', test_mode: true } },
    'Grace recorded a test purchase of Pro plan for acme',
  ],
  [
    'subscription.canceled',
    { target: ['customer', 'acme'], details: { offer_id: 'pro', when: 'now' } },
    'Grace canceled the subscription of acme to pro',
  ],
  ['something.new', {}, 'Grace did something.new'],
] as [string, Given, string][])('%s is said as a sentence: %j', (action, given, sentence) => {
  expect(say(action, given)).toBe(sentence)
})

test.each([
  ['turned on Google sign-in', { path: 'auth.oauth.providers.google.allowSignIn', from: false, to: true }],
  ['turned off sign-up', { path: 'auth.allowSignUp', from: true, to: false }],
  ['turned on sign-up', { path: 'auth.allowSignUp', from: false }],
  ['changed the sender name to “Ada Ltd”', { path: 'emails.server.senderName', from: 'Ada', to: 'Ada Ltd' }],
  ['changed the password of the email server', { path: 'emails.server.password', to: '(secret)' }],
  ['removed the domain https://x.io', { path: 'domains.trustedDomains.d1.baseUrl', from: 'https://x.io' }],
  ['added the scope Read notes', { path: 'oauthProvider.scopes.notes:read.displayName', to: 'Read notes' }],
  ['added the permission edit', { path: 'rbac.permissions.edit.scope', to: 'team' }],
  [
    'changed the offer Pro plan',
    { path: 'payments.offers.pro.prices.monthly.USD', name: 'Pro plan', from: '5', to: '9' },
  ],
  [
    'changed the email theme to “Spring”',
    { path: 'emails.selectedThemeId', from: 'a0172b5d', to: 'c1f3', from_name: 'Default Light', to_name: 'Spring' },
  ],
  ['changed the offer pro', { path: 'payments.offers.pro.prices.monthly.USD', from: '5', to: '9' }],
  ['changed the future › setting to “x”', { path: 'future.setting', to: 'x' }],
])('a change of settings is described: %s', (words, change) => {
  expect(say('project.config_changed', changes(change))).toBe(`Grace ${words}`)
})

test('several changes are summed up, and those of one thing count once', () => {
  const domain = 'domains.trustedDomains.d1'
  const given = changes(
    { path: `${domain}.baseUrl`, to: 'https://x.io' },
    { path: `${domain}.handlerPath`, to: '/handler' },
    { path: 'auth.allowSignUp', from: true, to: false },
    { path: 'auth.oauth.providers.github.allowSignIn', from: true },
    { path: 'branding.radius', from: 4, to: 8 },
  )
  expect(say('project.config_changed', given)).toBe(
    'Grace added the domain https://x.io, turned off sign-up and changed 2 other settings',
  )
  const three = changes(
    { path: 'apiKeys.enabled.user', to: true },
    { path: 'apiKeys.enabled.team', to: true },
    { path: 'teams.allowClientTeamCreation', to: true },
  )
  expect(say('project.config_changed', three)).toBe(
    'Grace turned on API keys of users, turned on API keys of teams and turned on team creation by users',
  )
})

test('every action has a sentence and a name, also without details', () => {
  for (const action of auditActions) {
    expect(say(action), action).toMatch(/^Grace [a-z]/)
    expect(say(action), action).not.toMatch(/undefined|NaN|\[object/)
    expect(say(action, { ...own, target: ['user', 'ada'] } as Given), action).toMatch(/^Ada [a-z]/)
  }
})

test('settings and values are shown in words', () => {
  expect(labelOf('auth.allowSignUp')).toBe('Sign-up')
  expect(labelOf('auth.oauth.providers.github.clientSecret')).toBe('Sign-in provider GitHub: client secret')
  expect(labelOf('payments.offers.pro.prices.monthly.USD')).toBe('Offer pro: prices › monthly › USD')
  expect([true, null, {}, '(secret)', [1, 'month'], 'Ada'].map(describeValue)).toEqual([
    'On',
    'None',
    'None',
    'A secret, which is not shown',
    '1 month',
    'Ada',
  ])
})
