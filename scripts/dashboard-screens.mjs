// The dashboard, for `screens.mjs`.

import { dashboardDialogScreens } from './dashboard-dialog-screens.mjs'
import {
  asNewOwner,
  asOwner,
  changeProject,
  hostileNames,
  inProject,
  isForDocs,
  seeEmail,
  settled,
  thenClick,
  widths,
} from './dashboard-project.mjs'
import { signInAsOperator } from './owned-project.mjs'

const withMetrics = async (page, url) => {
  const project = await asOwner(page, url)
  // In the docs, the charts come first: nothing is left to set up, and nothing is wrong.
  if (isForDocs) await changeProject(page, () => ({ is_production_mode: true }))
  const wave = (day, base, rise, swing) => Math.round(base + day * rise + swing * Math.sin(day * 1.1))
  await page.route('**/internal/overview?*', async (route) => {
    const response = await route.fetch()
    const real = await response.json()
    const json = {
      ...real,
      total_users: 4821,
      daily: real.daily.map(({ date }, day) => ({
        date,
        sign_ups: wave(day, 30, 0.9, 18),
        sessions: wave(day, 90, 2, 30),
        active_users: wave(day, 260, 4, 60),
      })),
      weekly: real.weekly.map(({ date }, week) => ({ date, active_users: wave(week, 900, 40, 50) })),
      monthly: real.monthly.map(({ date }, month) => ({ date, active_users: wave(month, 1900, 210, 90) })),
      countries: Object.entries({ DE: 1900, US: 1210, FR: 480, GB: 350, JP: 210 }).map(([country, users]) => ({
        country,
        users,
      })),
      methods: Object.entries({ password: 2900, google: 1800, passkey: 310 }).map(([method, users]) => ({
        method,
        users,
      })),
      problems: isForDocs
        ? { failed_emails: 0, failing_webhooks: [], expiring_keys: [] }
        : { ...real.problems, failed_emails: 12 },
    }
    await route.fulfill({ response, json })
  })
  return project
}

/** Whoever runs the server. */
const asOperator = async (page, url) => {
  await signInAsOperator(page, url)
  return { id: 'internal' }
}

const onNewServer = (is_needed) => ({
  widths,
  path: '/dashboard/welcome',
  prepare: (page) =>
    page.route('**/internal/first-owner', (route) => route.fulfill({ json: { is_needed, has_owner: false } })),
  act: (page) => page.getByLabel('Email').waitFor(),
})

export const dashboardScreens = {
  'dashboard-welcome': onNewServer(false),
  'dashboard-welcome-code': onNewServer(true),
  'dashboard-join': { widths, path: '/dashboard/join?code=abc', act: (page) => page.getByLabel('Choose').waitFor() },
  'dashboard-new-project': { widths, path: '/dashboard/new-project', prepare: asOwner, act: settled },
  'dashboard-start': inProject('/start', { prepare: asNewOwner, act: thenClick('button', 'Create keys') }),
  'dashboard-projects': { widths, path: '/dashboard/projects', prepare: asOwner, act: settled },
  'dashboard-projects-transfer': {
    widths,
    path: '/dashboard/projects',
    prepare: asOwner,
    act: async (page) => {
      await thenClick('button', 'More for Fieldnotes')(page)
      await page.getByRole('menuitem', { name: 'Transfer' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'dashboard-overview': inProject('', { prepare: withMetrics }),
  'dashboard-overview-year': inProject('?days=365', { prepare: withMetrics }),
  'dashboard-overview-empty': inProject('', { prepare: asNewOwner }),
  'dashboard-users': inProject('/users'),
  'dashboard-users-empty': inProject('/users', { prepare: asNewOwner }),
  'dashboard-users-no-match': inProject('/users?query=nobody'),
  'dashboard-users-loading': inProject('/users', {
    prepare: async (page, url) => {
      const project = await asOwner(page, url)
      await page.route('**/api/v1/internal/users?*', () => {})
      return project
    },
    act: (page) => page.locator('.ui-table .ui-skeleton').first().waitFor(),
  }),
  'dashboard-users-failed': inProject('/users', {
    prepare: async (page, url) => {
      const project = await asOwner(page, url)
      await page.route('**/api/v1/internal/users?*', (route) => route.fulfill({ status: 500, body: 'No.' }))
      return project
    },
  }),
  'dashboard-users-filtered': inProject('/users?verified=true&method=password&signedUpFrom=2026-01-01&sort=active'),
  'dashboard-users-filters': inProject('/users', { act: thenClick('button', 'Filter') }),
  'dashboard-users-columns': inProject('/users', { act: thenClick('button', 'Columns') }),
  'dashboard-users-selected': inProject('/users', { act: thenClick('checkbox', 'Select all on this page') }),
  'dashboard-users-bulk-restrict': inProject('/users', {
    act: async (page) => {
      await thenClick('checkbox', 'Select all on this page')(page)
      await page.getByRole('region', { name: 'Selected users' }).getByRole('button', { name: 'Restrict' }).click()
    },
  }),
  'dashboard-users-invite': inProject('/users', { act: thenClick('button', 'Invite') }),
  'dashboard-users-import': inProject('/users', {
    act: async (page) => {
      await thenClick('button', 'More actions')(page)
      await page.getByRole('menuitem', { name: 'Import CSV' }).click()
      const text =
        'email,name,email_verified,password_hash,plan\nada@example.com,Ada,true,$2b$10$x,pro\nnobody,Nobody,,,\n'
      const file = { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.getByLabel('File').setInputFiles(file)
      await page.getByText('Line 3').waitFor()
    },
  }),
  'dashboard-users-create': inProject('/users', { act: thenClick('button', 'Create user') }),
  'dashboard-user': inProject('/users/USER'),
  'dashboard-user-sign-in': inProject('/users/USER?tab=sign-in'),
  'dashboard-user-teams': inProject('/users/USER?tab=teams'),
  'dashboard-user-keys': inProject('/users/USER?tab=keys'),
  'dashboard-user-payments': inProject('/users/USER?tab=payments'),
  'dashboard-user-grant': inProject('/users/USER?tab=payments', { act: thenClick('button', 'Grant offer') }),
  'dashboard-user-emails': inProject('/users/USER?tab=emails'),
  'dashboard-user-activity': inProject('/users/USER?tab=activity'),
  'dashboard-user-sign-in-as': inProject('/users/USER', { act: thenClick('button', 'Sign in as') }),
  'dashboard-user-restrict': inProject('/users/USER', { act: thenClick('button', 'Restrict') }),
  'dashboard-user-missing': inProject('/users/00000000-0000-4000-8000-000000000000'),
  'dashboard-teams': inProject('/teams'),
  'dashboard-teams-empty': inProject('/teams', { prepare: asNewOwner }),
  'dashboard-teams-no-match': inProject('/teams?query=nobody'),
  'dashboard-teams-create': inProject('/teams', { act: thenClick('button', 'Create team') }),
  'dashboard-team': inProject('/teams/TEAM'),
  'dashboard-team-invite': inProject('/teams/TEAM', { act: thenClick('button', 'Invite by email') }),
  'dashboard-team-missing': inProject('/teams/00000000-0000-4000-8000-000000000000'),
  'dashboard-permissions': inProject('/permissions'),
  'dashboard-permissions-holders': inProject('/permissions', { act: thenClick('button', 'Who has team_admin') }),
  'dashboard-permissions-create': inProject('/permissions', { act: thenClick('button', 'Create permission') }),
  'dashboard-permissions-empty': inProject('/permissions', { act: thenClick('tab', 'In the project') }),
  'dashboard-sign-in-methods': inProject('/sign-in-methods'),
  'dashboard-sign-in-provider': inProject('/sign-in-methods/google'),
  'dashboard-sign-in-provider-own-keys': inProject('/sign-in-methods/github', {
    act: thenClick('radio', 'Your own keys'),
  }),
  'dashboard-emails': inProject('/emails'),
  'dashboard-emails-template': inProject('/emails/templates/822687fe-8d0a-4467-a0d1-416b6e639478', {
    act: seeEmail,
  }),
  'dashboard-emails-themes': inProject('/emails/themes'),
  'dashboard-emails-theme': inProject('/emails/themes/1df07ae6-abf3-4a40-83a5-a1a2cbe336ac', { act: seeEmail }),
  'dashboard-emails-drafts': inProject('/emails/drafts'),
  'dashboard-emails-sent': inProject('/emails/sent'),
  'dashboard-emails-server': inProject('/emails/server'),
  'dashboard-server': inProject('/server', { prepare: asOperator }),
  'dashboard-server-quotas': inProject('/server', {
    prepare: async (page, url) => {
      const project = await asOperator(page, url)
      const names = ['Fieldnotes', hostileNames.at(-2), '<b>Shop</b>']
      const used = [
        ['emails', 1000, 1000],
        ['users', 8700, 10_000],
        ['metadata', 5200, 100_000],
      ]
      const usage = used.map(([quota, count, limit], index) => ({
        project_id: `0000-${index}`,
        display_name: names[index],
        quota,
        used: count,
        limit,
      }))
      await page.route('**/api/v1/internal/server', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), usage } })
      })
      return project
    },
    act: async (page) => {
      await settled(page)
      await page.getByRole('heading', { name: 'Quotas' }).scrollIntoViewIfNeeded()
    },
  }),
  'dashboard-payments': inProject('/payments'),
  'dashboard-payments-empty': inProject('/payments', { prepare: asNewOwner }),
  'dashboard-payments-connected': inProject('/payments', {
    prepare: async (page, url) => {
      const project = await asOwner(page, url)
      const account = { account_id: 'acct_1', details_submitted: true, charges_enabled: true, payouts_enabled: false }
      await page.route('**/stripe/account-info', (route) => route.fulfill({ json: account }))
      return project
    },
  }),
  'dashboard-payments-item': inProject('/payments', { act: thenClick('button', 'Edit Credits') }),
  'dashboard-payments-new-offer': inProject('/payments/new-offer', { act: thenClick('button', 'Create offer') }),
  'dashboard-payments-offer': inProject('/payments/offers/pro'),
  'dashboard-payments-offer-price': inProject('/payments/offers/pro', { act: thenClick('button', 'Add price') }),
  'dashboard-payments-offer-delete': inProject('/payments/offers/pro', { act: thenClick('button', 'Delete') }),
  'dashboard-payments-offer-link': inProject('/payments/offers/pro', {
    act: thenClick('button', 'Create purchase link'),
  }),
  'dashboard-payments-customers': inProject('/payments/customers'),
  'dashboard-payments-customers-no-match': inProject('/payments/customers?type=custom&query=nobody'),
  'dashboard-payments-customer': inProject('/payments/customers/user/USER'),
  'dashboard-payments-customer-change': inProject('/payments/customers/user/USER', {
    act: thenClick('button', 'Change Credits'),
  }),
  'dashboard-payments-transactions': inProject('/payments/transactions'),
  'dashboard-payments-transactions-empty': inProject('/payments/transactions', { prepare: asNewOwner }),
  'dashboard-data-vault': inProject('/data-vault'),
  'dashboard-data-vault-empty': inProject('/data-vault', { prepare: asNewOwner }),
  'dashboard-data-vault-create': inProject('/data-vault', { act: thenClick('button', 'Create store') }),
  'dashboard-data-vault-delete': inProject('/data-vault', { act: thenClick('button', 'Delete Calendar tokens') }),
  'dashboard-audit-log': inProject('/audit-log'),
  'dashboard-audit-log-details': inProject('/audit-log', { act: thenClick('button', 'Details') }),
  'dashboard-audit-log-no-match': inProject('/audit-log?until=2020-01-01'),
  'dashboard-domains': inProject('/domains'),
  'dashboard-domains-empty': inProject('/domains', { prepare: asNewOwner }),
  'dashboard-branding': inProject('/branding'),
  'dashboard-configuration': inProject('/settings/configuration'),
  'dashboard-sign-in-password': inProject('/sign-in-methods/password'),
  'dashboard-domains-add': inProject('/domains', { act: thenClick('button', 'Add domain') }),
  'dashboard-api-keys': inProject('/api-keys'),
  'dashboard-api-keys-empty': inProject('/api-keys', { prepare: asNewOwner }),
  'dashboard-api-keys-create': inProject('/api-keys', { act: thenClick('button', 'Create keys') }),
  'dashboard-webhooks': inProject('/webhooks'),
  'dashboard-webhooks-empty': inProject('/webhooks', { prepare: asNewOwner }),
  'dashboard-webhooks-add': inProject('/webhooks', {
    act: async (page) => {
      await thenClick('button', 'Add endpoint')(page)
      await page.getByLabel('Selected events').click()
    },
  }),
  'dashboard-webhooks-endpoint': inProject('/webhooks/ENDPOINT'),
  'dashboard-webhooks-delivery': inProject('/webhooks/ENDPOINT', { act: thenClick('button', 'webhook.test') }),
  'dashboard-settings': inProject('/settings'),
  'dashboard-settings-changed': inProject('/settings', {
    act: async (page) => {
      await settled(page)
      await page.getByLabel('Description').fill('Notes from the field')
      await page.getByRole('button', { name: 'Save changes' }).waitFor()
    },
  }),
  'dashboard-settings-delete': inProject('/settings', {
    act: async (page) => {
      await settled(page)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
    },
  }),
  'dashboard-search': inProject('/users', {
    act: async (page) => {
      await settled(page)
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Search pages, settings, users').waitFor()
      await page.keyboard.type('ada')
      await page.getByRole('option', { name: 'Ada Lovelace' }).first().waitFor()
    },
  }),
  'dashboard-account-menu': inProject('/domains', { act: thenClick('button', 'Account menu') }),
  'dashboard-nothing-here': inProject('/nowhere'),
  ...dashboardDialogScreens,
}
