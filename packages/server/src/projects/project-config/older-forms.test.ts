import { expect, test } from 'vitest'
import { testProject } from '../../testing/index.ts'
import { projectCache } from '../cache.ts'
import { modernizeOverride } from './older-forms.ts'

test.each([
  ['as an object', { emails: { theme: 'x', server: { isShared: true } } }],
  ['by key path', { 'emails.theme': 'x', 'emails.server': { isShared: true } }],
])('an older name of the theme is read, %s', (_, stored) => {
  expect(JSON.stringify(modernizeOverride(stored))).toBe(JSON.stringify(stored).replace('theme', 'selectedThemeId'))
})

test('the newer name of the theme wins', () => {
  expect(modernizeOverride({ 'emails.theme': 'old', 'emails.selectedThemeId': 'new' })).toEqual({
    'emails.selectedThemeId': 'new',
  })
  expect(modernizeOverride({ emails: { selectedThemeId: 'new', theme: 'old' } })).toEqual({
    emails: { selectedThemeId: 'new' },
  })
})

test('a list of trusted domains is a record by its indexes', () => {
  const domains = [{ baseUrl: 'https://a.example.com', handlerPath: '/' }, { baseUrl: 'https://b.example.com' }]
  const record = { 0: domains[0], 1: domains[1] }
  expect(modernizeOverride({ 'domains.trustedDomains': domains })).toEqual({ 'domains.trustedDomains': record })
  expect(modernizeOverride({ domains: { trustedDomains: domains } })).toEqual({ domains: { trustedDomains: record } })
})

test('settings that no longer exist are dropped, and nothing else', () => {
  const kept = { payments: { items: { a: { displayName: 'A' } }, groups: { default: { displayName: 'x' } } } }
  expect(
    modernizeOverride({
      payments: {
        items: { a: { displayName: 'A', default: { quantity: 1 } } },
        groups: { default: { displayName: 'x' } },
        stripeAccountId: 'acct',
        stripeAccountSetupComplete: true,
      },
      'payments.items.b.default': { quantity: 1 },
      'payments.items.b.default.quantity': 2,
      'payments.stripeAccountId': 'acct',
      'emails.themeList': {},
      'emails.templateList.x': {},
    }),
  ).toEqual(kept)
})

test('what is in the form of today stays as it is', () => {
  const stored = {
    'auth.oauth.providers.theme': { type: 'x' },
    'payments.items.default': { displayName: 'Default' },
    'payments.autoPay.interval': [1, 'day'],
    emails: { themes: {}, selectedThemeId: 'x' },
  }
  expect(modernizeOverride(stored)).toEqual(stored)
})

test('a project with settings of an older form works, and a change brings them into the form of today', async () => {
  const project = await testProject()
  const themeId = '6f9b1d0e-0000-4000-8000-000000000000'
  const { db } = project.server.platform
  const projects = projectCache(project.server.platform)
  const stored = {
    'emails.theme': themeId,
    'emails.themeList': {},
    'emails.themes': { [themeId]: { displayName: 'Mine', tsxSource: '' } },
    'domains.trustedDomains': [{ baseUrl: 'https://old.example.com', handlerPath: '/auth' }],
    'payments.items.seats': { displayName: 'Seats', default: { quantity: 3 } },
  }
  await db
    .updateTable('projects')
    .set({ config_override: JSON.stringify(stored) })
    .where('id', '=', project.id)
    .execute()
  projects.forget(project.id)

  const read = () => project.call('GET /internal/projects/current', { as: 'admin' })
  expect((await read()).config).toMatchObject({
    email_theme: themeId,
    domains: [{ domain: 'https://old.example.com', handler_path: '/auth' }],
  })
  const body = { config_override_string: JSON.stringify({ 'emails.selectedThemeId': null }) }
  await project.call('PATCH /internal/config/override', { as: 'admin', body })
  const { config } = await read()
  expect(config.email_theme).not.toBe(themeId)
  expect(config.domains).toHaveLength(1)
  const { config_string } = await project.call('GET /internal/config', { as: 'admin' })
  expect(JSON.parse(config_string).payments.items).toEqual({ seats: { displayName: 'Seats', customerType: 'user' } })
})
