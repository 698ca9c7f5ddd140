import { providerTypes } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { findConfigMistake } from './validate.ts'

const themeId = '6f9b1d0e-0000-4000-8000-000000000000'
const offer = { customerType: 'user', prices: 'include-by-default' }
const withPrice = (price: object) => ({ 'payments.offers.pro': { ...offer, prices: { monthly: price } } })
const withItem = (item: object) => ({ 'payments.offers.pro': { ...offer, includedItems: { seats: item } } })

describe('accepted is', () => {
  test.each([
    {},
    { 'auth.allowSignUp': false },
    { auth: { allowSignUp: true, password: { allowSignIn: true }, oauth: { providers: {} } } },
    { 'auth.oauth.providers.my_google': { type: 'google', isShared: false, clientId: '', clientSecret: '' } },
    { 'auth.oauth.providers.$odd:id.allowSignIn': true },
    { 'rbac.permissions.read:all': { scope: 'project', containedPermissionIds: { other: true, $read_members: true } } },
    { 'rbac.permissions.reader': {} },
    { 'rbac.defaultPermissions.teamCreator.$update_team': true },
    { 'domains.trustedDomains.main': { baseUrl: 'https://example.com', handlerPath: '/' } },
    { 'domains.trustedDomains.wild': { baseUrl: 'http://*.example.com:3000', handlerPath: '/handler' } },
    { 'domains.trustedDomains.later': { handlerPath: '/handler' } },
    { 'domains.trustedDomains.later.handlerPath': '/handler' },
    { [`emails.themes.${themeId}`]: { displayName: '', tsxSource: '' } },
    { [`emails.templates.${themeId}`]: { displayName: 'x', tsxSource: 'x', themeId: false } },
    { [`emails.templates.${themeId}`]: { displayName: 'x', tsxSource: 'x', themeId } },
    { 'emails.selectedThemeId': 'anything' },
    { 'emails.server': { isShared: false, provider: 'resend', port: 0, senderEmail: 'a@b', password: 'x'.repeat(70) } },
    { 'payments.autoPay.interval': [0, 'year'] },
    { 'payments.autoPay.interval': [1, 'day'], 'payments.autoPay.interval.0': 2 },
    { 'payments.groups.plans': {}, 'payments.items.seats': { customerType: 'custom' } },
    { 'payments.offers.pro': { ...offer, groupId: 'plans', isAddOnTo: { base: true }, freeTrial: [7, 'day'] } },
    withPrice({ USD: '9.99', JPY: '1000', interval: [1, 'month'], freeTrial: [1, 'week'], serverOnly: true }),
    withItem({ quantity: -1.5, repeat: [1, 'week'], expires: 'when-purchase-expires' }),
    withItem({ quantity: 1, repeat: 'never', expires: 'never' }),
    { 'dataVault.stores.secrets': { displayName: 'Secrets' } },
    { 'workflows.availableWorkflows.welcome': { displayName: 'Welcome', tsSource: '', enabled: true } },
    { [`payments.items.${'x'.repeat(63)}`]: {} },
    { 'payments.items.seats': null, payments: null, 'auth.allowSignUp': null, [`emails.themes.${themeId}`]: null },
    { [`auth.oauth.plainPkceClients.${themeId}`]: true, 'auth.oauth.plainPkceClients.internal': true },
    { 'auth.oauth': { accountMergeStrategy: null, providers: { github: null } } },
  ])('%j', (patch) => {
    expect(findConfigMistake(patch)).toBeUndefined()
  })
})

describe('a format error is', () => {
  test.each([null, [], 'text', 5, true])('%j, which is no object', (patch) => {
    expect(findConfigMistake(patch)).toMatch(/^\[FORMAT ERROR\] /)
  })

  test.each([
    '',
    'a.',
    '.a',
    'a..b',
    'a b',
    '-a',
    'auth/oauth',
    'ä',
    '__proto__',
    'auth.__proto__',
    'auth.constructor',
  ])('the key %j', (key) => {
    expect(findConfigMistake({ [key]: true })).toMatch(/^\[FORMAT ERROR\] /)
    expect(findConfigMistake({ [key]: null })).toMatch(/^\[FORMAT ERROR\] /)
  })

  test.each(['constructor', 'prototype'])('the name %s inside of an object', (name) => {
    expect(findConfigMistake({ 'payments.items': { [name]: {} } })).toBe(
      `[FORMAT ERROR] "payments.items.${name}" is not a key path.`,
    )
  })
})

describe('an error is', () => {
  test.each([
    ['nonsense', { nonsense: 1 }],
    ['auth.nonsense', { 'auth.nonsense': true }],
    ['auth.nonsense', { auth: { nonsense: true } }],
    ['auth.allowSignUp.deeper', { 'auth.allowSignUp.deeper': true }],
    ['auth.oauth.providers.x.secret', { 'auth.oauth.providers.x': { type: 'x', secret: '1' } }],
    ['sourceOfTruth', { sourceOfTruth: { type: 'hosted' } }],
    ['dbSync', { dbSync: {} }],
    ['emails.theme', { 'emails.theme': themeId }],
    ['nonsense', { nonsense: null }],
    ['payments.nonsense', { payments: { nonsense: null } }],
    ['payments.autoPay.interval.2', { 'payments.autoPay.interval': [1, 'day'], 'payments.autoPay.interval.2': 1 }],
    ['payments.autoPay.interval.00', { 'payments.autoPay.interval': [1, 'day'], 'payments.autoPay.interval.00': 1 }],
    ['payments.offers.pro.prices.monthly.XYZ', withPrice({ USD: '1', XYZ: '1' })],
    ['payments.items.1st', { 'payments.items.1st': {} }],
    ['payments.items.1st', { payments: { items: { '1st': {} } } }],
    [`payments.items.${'x'.repeat(64)}`, { [`payments.items.${'x'.repeat(64)}`]: {} }],
    ['rbac.permissions.Reader', { 'rbac.permissions.Reader': {} }],
    ['rbac.permissions.$update_team', { 'rbac.permissions.$update_team': {} }],
    ['emails.themes.light', { 'emails.themes.light': { displayName: '', tsxSource: '' } }],
  ])('the unknown key %s of %j, which it quotes', (key, patch) => {
    const mistake = findConfigMistake(patch)
    expect(mistake).toMatch(/^\[ERROR\] /)
    expect(mistake).toContain(JSON.stringify(key))
  })

  test.each([
    ['auth.allowSignUp', { 'auth.allowSignUp': 'true' }],
    ['auth.allowSignUp', { 'auth.allowSignUp': 1 }],
    ['auth.allowSignUp', { auth: { allowSignUp: 'yes' } }],
    ['auth', { auth: [] }],
    ['auth', { auth: 'x' }],
    ['payments.items', { 'payments.items': [] }],
    ['emails.server.port', { 'emails.server.port': '587' }],
    ['emails.selectedThemeId', { 'emails.selectedThemeId': 5 }],
    ['payments.autoPay.interval', { 'payments.autoPay.interval': 'day' }],
    ['payments.autoPay.interval.0', { 'payments.autoPay.interval': ['1', 'day'] }],
    ['payments.autoPay.interval.0', { 'payments.autoPay.interval': [null, 'day'] }],
    ['payments.autoPay.interval.0', { 'payments.autoPay.interval': [1, 'day'], 'payments.autoPay.interval.0': '2' }],
    ['payments.offers.pro.prices.monthly.USD', withPrice({ USD: 5 })],
    ['payments.offers.pro.includedItems.seats.quantity', withItem({ quantity: '1' })],
  ])('a value of the wrong type for %s in %j, without conversion', (key, patch) => {
    expect(findConfigMistake(patch)).toMatch(new RegExp(`^\\[ERROR\\] ${key.replaceAll('.', '\\.')} must be of type `))
  })

  test.each([
    ['auth.oauth.accountMergeStrategy', 'link_method, raise_error, allow_duplicates', 'other'],
    ['emails.server.provider', 'smtp, resend', 'pigeon'],
    ['rbac.permissions.reader.scope', 'team, project', 'world'],
    ['payments.items.seats.customerType', 'user, team, custom', 'dog'],
    ['rbac.defaultPermissions.signUp.reader', 'true', false],
  ])('a value for %s that is none of %s', (key, values, value) => {
    expect(findConfigMistake({ [key]: value })).toBe(`[ERROR] ${key} must be one of ${values}.`)
  })

  test('an unknown type of provider, with all twelve in order', () => {
    const types = 'google, github, microsoft, spotify, facebook, discord, gitlab, bitbucket, linkedin, apple, x, twitch'
    expect(providerTypes.join(', ')).toBe(types)
    for (const patch of [
      { 'auth.oauth.providers.own.type': 'own' },
      { 'auth.oauth.providers.own': { type: 'own', allowSignIn: true } },
      { auth: { oauth: { providers: { own: { type: 'own' } } } } },
    ]) {
      expect(findConfigMistake(patch)).toBe(`[ERROR] auth.oauth.providers.own.type must be one of ${types}.`)
    }
  })

  test('a system permission that does not exist', () => {
    for (const key of ['rbac.permissions.reader.containedPermissionIds', 'rbac.defaultPermissions.teamMember']) {
      expect(findConfigMistake({ [key]: { $foo: true } })).toBe(
        `[ERROR] There is no setting "${key}.$foo": Invalid system permission.`,
      )
      expect(findConfigMistake({ [`${key}.$foo`]: true })).toContain('[ERROR] There is no setting')
    }
  })

  test('the removal of an element of an array', () => {
    const patch = { 'payments.autoPay.interval': [1, 'day'], 'payments.autoPay.interval.0': null }
    expect(findConfigMistake(patch)).toBe('[ERROR] payments.autoPay.interval.0 cannot be removed on its own.')
  })

  test('a unit of time that an interval cannot have', () => {
    expect(findConfigMistake(withPrice({ USD: '1', interval: [1, 'hour'] }))).toBe(
      '[ERROR] payments.offers.pro.prices.monthly.interval.1 must be one of day, week, month, year.',
    )
  })
})

describe('a warning is', () => {
  test.each([
    ['payments.offers.pro.customerType', { 'payments.offers.pro': { prices: 'include-by-default' } }],
    ['payments.offers.pro.prices', { 'payments.offers.pro': { customerType: 'user' } }],
    ['payments.offers.pro.customerType', { 'payments.offers.pro.displayName': 'Pro' }],
    ['payments.offers.pro.includedItems.seats.quantity', withItem({ repeat: 'never' })],
    [`emails.themes.${themeId}.tsxSource`, { [`emails.themes.${themeId}`]: { displayName: 'x' } }],
    [`emails.templates.${themeId}.displayName`, { [`emails.templates.${themeId}`]: { tsxSource: 'x' } }],
    ['domains.trustedDomains.main.handlerPath', { 'domains.trustedDomains.main': { baseUrl: 'https://example.com' } }],
    ['domains.trustedDomains.main.handlerPath', { 'domains.trustedDomains.main.baseUrl': 'https://example.com' }],
  ])('the missing %s of %j', (key, patch) => {
    const mistake = findConfigMistake(patch)
    expect(mistake).toMatch(/^\[WARNING\] /)
    expect(mistake).toContain(`${key} is required.`)
  })

  test.each([
    ['01.00', 'USD', 'Money amount must not have leading zeros'],
    ['00', 'EUR', 'Money amount must not have leading zeros'],
    ['1.005', 'USD', 'Too many decimals; USD only has 2 decimals'],
    ['1.0', 'JPY', 'Too many decimals; JPY only has 0 decimals'],
    ['1.234', 'GBP', 'Too many decimals; GBP only has 2 decimals'],
    ['１', 'INR', 'Money amount must be in the format of <number> or <number>.<number>'],
    ['1e3', 'AUD', 'Money amount must be in the format of <number> or <number>.<number>'],
    ['-1', 'CAD', 'Money amount must be in the format of <number> or <number>.<number>'],
    ['', 'USD', 'Money amount must be in the format of <number> or <number>.<number>'],
    ['1.', 'USD', 'Money amount must be in the format of <number> or <number>.<number>'],
    ['.5', 'USD', 'Money amount must be in the format of <number> or <number>.<number>'],
    ['1,5', 'USD', 'Money amount must be in the format of <number> or <number>.<number>'],
  ])('the amount %j in %s: %s', (amount, currency, message) => {
    expect(findConfigMistake(withPrice({ [currency]: amount }))).toBe(
      `[WARNING] payments.offers.pro.prices.monthly.${currency}: ${message}`,
    )
  })

  test.each(['0', '0.5', '10', '1234567890.12'])('not the amount %s', (amount) => {
    expect(findConfigMistake(withPrice({ USD: amount }))).toBeUndefined()
  })

  // ASVS 2.2.3
  test('a price without a currency', () => {
    expect(findConfigMistake(withPrice({ interval: [1, 'month'] }))).toBe(
      '[WARNING] payments.offers.pro.prices.monthly: At least one currency is required',
    )
  })

  test.each([
    ['an interval below zero', { 'payments.autoPay.interval': [-1, 'day'] }],
    ['half an interval', { 'payments.autoPay.interval': [1] }],
    ['an element of an array that is not in the patch', { 'payments.autoPay.interval.0': 2 }],
    ['a port beyond 65535', { 'emails.server.port': 65_536 }],
    ['an empty host', { 'emails.server.host': '' }],
    ['a password of 71 characters', { 'emails.server.password': 'x'.repeat(71) }],
    ['a sender that is no email', { 'emails.server.senderEmail': 'nobody' }],
    ['a handler path without /', { 'domains.trustedDomains.a': { baseUrl: 'https://a.b', handlerPath: 'x' } }],
    ['an id of a group with a digit first', { 'payments.offers.pro': { ...offer, groupId: '1st' } }],
    ['an add-on to everything', { 'payments.offers.pro': { ...offer, isAddOnTo: true } }],
    ['prices in a number', { 'payments.offers.pro': { ...offer, prices: 5 } }],
    ['a repetition that is none', withItem({ quantity: 1, repeat: 'often' })],
    ['a theme that is no id', { [`emails.templates.${themeId}`]: { displayName: '', tsxSource: '', themeId: 'x' } }],
  ])('%s', (_, patch) => {
    expect(findConfigMistake(patch)).toMatch(/^\[WARNING\] /)
  })

  test.each([
    'ftp://example.com',
    'example.com',
    'https://',
    'https://.example.com',
    'https://example.com.',
    'https://example..com',
    'https://user@example.com',
    'https://example.com/*',
    'https://example.com?x=*',
    'https://*.exa_mple.com',
    'https://*.ex mple.com',
    'https://example.com:99999',
    `https://${'a'.repeat(300)}.com`,
  ])('the trusted domain %s', (baseUrl) => {
    expect(findConfigMistake({ 'domains.trustedDomains.a': { baseUrl, handlerPath: '/' } })).toMatch(/^\[WARNING\] /)
  })

  test.each([
    'https://**.example.com',
    'http://localhost:*',
    'https://[::1]:3000',
    'https://bücher.example',
    'https://a.b/c?d#e',
  ])('not the trusted domain %s', (baseUrl) => {
    expect(findConfigMistake({ 'domains.trustedDomains.a': { baseUrl, handlerPath: '/' } })).toBeUndefined()
  })

  test('hidden behind an error of the same patch', () => {
    const patch = { 'emails.server.port': 65_536, 'auth.allowSignUp': 'x' }
    expect(findConfigMistake(patch)).toBe('[ERROR] auth.allowSignUp must be of type boolean.')
  })
})

test('of very many mistakes only the first are told', () => {
  const items = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`payments.items.i${index}`, 5]))
  expect(findConfigMistake(items)?.split('\n')).toHaveLength(20)
})
