import { expect, test } from 'vitest'
import { builtInThemeIds } from './built-in-emails.ts'
import { renderConfig } from './render.ts'

const themeId = '6f9b1d0e-0000-4000-8000-000000000000'

/** As it goes over the wire: without undefined members. */
function render(override: Record<string, unknown>) {
  return JSON.parse(JSON.stringify(renderConfig(override)))
}

test('nothing stored is all defaults', () => {
  expect(render({})).toEqual({
    sourceOfTruth: { type: 'hosted' },
    rbac: { permissions: {}, defaultPermissions: { teamCreator: {}, teamMember: {}, signUp: {} } },
    apiKeys: { enabled: { team: false, user: false } },
    teams: { createPersonalTeamOnSignUp: false, allowClientTeamCreation: false, allowClientRoleChanges: false },
    users: { allowClientUserDeletion: false },
    domains: { allowLocalhost: false, trustedDomains: {} },
    auth: {
      allowSignUp: true,
      password: { allowSignIn: false },
      otp: { allowSignIn: false },
      passkey: { allowSignIn: false },
      stepUp: { isRequired: false },
      sessions: {},
      secondFactor: { policy: 'optional', allowTrustedDevices: true },
      sessionKeys: { isRequired: false },
      oauth: { accountMergeStrategy: 'link_method', providers: {} },
    },
    emails: expect.objectContaining({
      server: { isShared: true, provider: 'smtp' },
      isMarketingOptIn: false,
      selectedThemeId: builtInThemeIds.light,
    }),
    payments: { groups: {}, items: {}, offers: {} },
    dataVault: { stores: {} },
    workflows: { availableWorkflows: {} },
  })
})

test.each([
  ['rbac.permissions.reader', {}, { containedPermissionIds: {} }],
  ['domains.trustedDomains.main', { baseUrl: 'https://a.b' }, { baseUrl: 'https://a.b', handlerPath: '/handler' }],
  [
    'auth.oauth.providers.google',
    { type: 'google' },
    { type: 'google', allowSignIn: false, allowConnectedAccounts: false, isShared: true },
  ],
  ['payments.items.seats', {}, { displayName: 'seats', customerType: 'user' }],
  ['payments.groups.plans', {}, {}],
  ['dataVault.stores.secrets', {}, { displayName: expect.stringMatching(/./) }],
  ['workflows.availableWorkflows.welcome', { tsSource: 'x' }, { tsSource: 'x', enabled: false }],
  [
    'payments.offers.pro',
    { prices: { monthly: { USD: '1' } }, includedItems: { seats: {} } },
    {
      displayName: 'pro',
      customerType: 'user',
      isAddOnTo: false,
      serverOnly: false,
      prices: { monthly: { USD: '1', serverOnly: false } },
      includedItems: { seats: { quantity: 0, repeat: 'never', expires: 'when-repeated' } },
    },
  ],
  [
    'payments.offers.free',
    { customerType: 'team', prices: 'include-by-default', stackable: true, isAddOnTo: { pro: true } },
    {
      displayName: 'free',
      customerType: 'team',
      isAddOnTo: { pro: true },
      serverOnly: false,
      stackable: true,
      prices: 'include-by-default',
      includedItems: {},
    },
  ],
])('an entry %s of %j is rendered with its defaults', (key, stored, expected) => {
  const entry = key.split('.').reduce((node, step) => node[step], render({ [key]: stored }))
  expect(entry).toEqual(expected)
})

test('what is stored wins over every default', () => {
  const stored = {
    apiKeys: { enabled: { team: true, user: true } },
    teams: { createPersonalTeamOnSignUp: true, allowClientTeamCreation: true },
    users: { allowClientUserDeletion: true },
    domains: { allowLocalhost: true },
    auth: {
      allowSignUp: false,
      password: { allowSignIn: true },
      otp: { allowSignIn: true },
      passkey: { allowSignIn: true },
      oauth: { accountMergeStrategy: 'raise_error' },
    },
    payments: { autoPay: { interval: [1, 'month'] } },
  }
  expect(render(stored)).toMatchObject(stored)
})

test('a theme that does not exist is the light one', () => {
  const selected = (override: Record<string, unknown>) => render(override).emails.selectedThemeId
  expect(selected({ 'emails.selectedThemeId': themeId })).toBe(builtInThemeIds.light)
  expect(selected({ 'emails.selectedThemeId': 'toString' })).toBe(builtInThemeIds.light)
  expect(selected({ 'emails.selectedThemeId': builtInThemeIds.dark })).toBe(builtInThemeIds.dark)
  const theme = { displayName: 'Mine', tsxSource: '' }
  expect(selected({ 'emails.selectedThemeId': themeId, 'emails.themes': { [themeId]: theme } })).toBe(themeId)
})
