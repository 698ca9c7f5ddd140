import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { openFilledProject } from './filled-project.ts'

/** More users, and for longer, than a test can create. */
async function withHistory(page: Page): Promise<void> {
  const wave = (index: number, base: number, rise: number, swing: number) =>
    Math.round(base + index * rise + swing * Math.sin(index * 1.1))
  await page.route('**/internal/overview?*', async (route) => {
    const response = await route.fetch()
    const real = await response.json()
    const json = {
      ...real,
      total_users: 4821,
      daily: real.daily.map(({ date }: { date: string }, day: number) => ({
        date,
        sign_ups: wave(day, 30, 0.9, 18),
        sessions: wave(day, 90, 2, 30),
        active_users: wave(day, 260, 4, 60),
      })),
      weekly: real.weekly.map(({ date }: { date: string }, week: number) => ({
        date,
        active_users: wave(week, 900, 40, 50),
      })),
      monthly: real.monthly.map(({ date }: { date: string }, month: number) => ({
        date,
        active_users: wave(month, 1900, 210, 90),
      })),
      countries: [
        { country: 'DE', users: 1900 },
        { country: 'US', users: 1210 },
        { country: 'FR', users: 480 },
      ],
      methods: [
        { method: 'password', users: 2900 },
        { method: 'google', users: 1800 },
        { method: 'passkey', users: 310 },
      ],
      problems: { failed_emails: 0, failing_webhooks: [], expiring_keys: [] },
    }
    await route.fulfill({ response, json })
  })
}

test('is accessible on every page with data, in both themes', async () => {
  const { page, open, userId, teamId, endpointId } = await openFilledProject()
  await withHistory(page)
  const magicLink = '822687fe-8d0a-4467-a0d1-416b6e639478'
  const pages = {
    'dashboard-overview': '',
    'dashboard-users': '/users',
    'dashboard-user': `/users/${userId}`,
    'dashboard-teams': '/teams',
    'dashboard-team': `/teams/${teamId}`,
    'dashboard-permissions': '/permissions',
    'dashboard-sign-in-methods': '/sign-in-methods',
    'dashboard-sign-in-provider': '/sign-in-methods/github',
    'dashboard-sign-in-method': '/sign-in-methods/passkey',
    'dashboard-branding': '/branding',
    'dashboard-domains': '/domains',
    'dashboard-api-keys': '/api-keys',
    'dashboard-emails': '/emails',
    'dashboard-email-template': `/emails/templates/${magicLink}`,
    'dashboard-payments': '/payments',
    'dashboard-offer': '/payments/offers/pro',
    'dashboard-customers': '/payments/customers',
    'dashboard-transactions': '/payments/transactions',
    'dashboard-customer': `/payments/customers/user/${userId}`,
    'dashboard-data-vault': '/data-vault',
    'dashboard-webhooks': '/webhooks',
    'dashboard-webhook': `/webhooks/${endpointId}`,
    'dashboard-audit-log': '/audit-log',
    'dashboard-settings': '/settings',
    'dashboard-settings-production': '/settings/production',
    'dashboard-settings-environments': '/settings/environments',
    'dashboard-settings-owners': '/settings/owners',
  }
  for (const [name, path] of Object.entries(pages)) {
    await open(path)
    if (name === 'dashboard-sign-in-provider') await page.getByRole('radio', { name: 'Your own keys' }).click()
    if (name === 'dashboard-email-template') {
      await page.frameLocator('iframe').frameLocator('iframe').locator('h1').waitFor()
    }
    expect.soft(await findAccessibilityProblemsInBothSchemes(page, name), name).toEqual([])
  }
})

test('shows the audit log without scrolling sideways, and is accessible while a card or an entry is open', async () => {
  const { page, open } = await openFilledProject()
  await open('/audit-log')
  await page.setViewportSize({ width: 1024, height: 800 })
  const table = page.getByRole('group', { name: 'Audit log' })
  expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0)
  await table.getByRole('link').first().hover()
  await page.getByRole('button', { name: 'Copy ID' }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Details: / })
    .first()
    .click()
  await page.getByText('Show as JSON').click()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})
