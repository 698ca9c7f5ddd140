// What opens on the pages of the dashboard, and states that are rarely seen, for `screens.mjs`.

import { asNewOwner, asOwner, changeProject, inProject, seeEmail, settled, thenClick } from './dashboard-project.mjs'

/** One click after another, such as a menu and what is in it. */
const clicks =
  (...steps) =>
  async (page) => {
    await settled(page)
    for (const [role, name] of steps) await page.getByRole(role, { name, exact: true }).first().click()
  }

const withFailure = (path) => async (page, url) => {
  const project = await asOwner(page, url)
  await page.route(path, (route) => route.fulfill({ status: 500, body: 'No.' }))
  return project
}

/** On a phone, the project switcher is in the menu. */
async function openMenu(page) {
  await settled(page)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
}

export const dashboardDialogScreens = {
  'dashboard-menu': inProject('/domains', { act: openMenu }),
  'dashboard-switcher': inProject('/domains', {
    act: async (page) => {
      await openMenu(page)
      await page.getByRole('button', { name: 'switch project' }).click()
      await page.getByRole('button', { name: 'Create project' }).waitFor()
    },
  }),
  'dashboard-collapsed': inProject('/domains', {
    widths: [1024, 1440],
    act: clicks(['button', 'Collapse sidebar']),
  }),
  'dashboard-server-away': inProject('/teams', {
    act: async (page) => {
      await settled(page)
      await page.route('**/ready', (route) => route.abort())
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await page.getByText('Cannot reach the server.').waitFor()
    },
  }),
  'dashboard-overview-failed': inProject('', { prepare: withFailure('**/internal/overview?*') }),
  'dashboard-users-bulk-delete': inProject('/users', {
    act: async (page) => {
      await thenClick('checkbox', 'Select all on this page')(page)
      await page.getByRole('region', { name: 'Selected users' }).getByRole('button', { name: 'Delete' }).click()
    },
  }),
  'dashboard-user-restricted': inProject('/users/OTHER'),
  'dashboard-user-delete': inProject('/users/USER', { act: clicks(['button', 'Delete user']) }),
  'dashboard-user-password': inProject('/users/USER?tab=sign-in', { act: clicks(['button', 'Set password']) }),
  'dashboard-user-add-email': inProject('/users/USER?tab=sign-in', { act: clicks(['button', 'Add email address']) }),
  'dashboard-user-email-menu': inProject('/users/USER?tab=sign-in', {
    act: clicks(['button', 'Actions for user-0@example.com']),
  }),
  'dashboard-user-add-to-team': inProject('/users/USER?tab=teams', { act: clicks(['button', 'Add to team']) }),
  'dashboard-user-keys-allowed': inProject('/users/USER?tab=keys', {
    prepare: async (page, url) => {
      const project = await asOwner(page, url)
      await changeProject(page, ({ config }) => ({ config: { ...config, allow_user_api_keys: true } }))
      await page.route('**/user-api-keys?*', (route) => route.fulfill({ json: { items: [], is_paginated: false } }))
      return project
    },
  }),
  'dashboard-team-add-member': inProject('/teams/TEAM', { act: clicks(['button', 'Add member']) }),
  'dashboard-team-delete': inProject('/teams/TEAM', { act: clicks(['button', 'Delete team']) }),
  'dashboard-permissions-edit': inProject('/permissions', { act: clicks(['button', 'Edit billing_manager']) }),
  'dashboard-permissions-delete': inProject('/permissions', { act: clicks(['button', 'Delete billing_manager']) }),
  'dashboard-api-keys-created': inProject('/api-keys', {
    prepare: asNewOwner,
    act: async (page) => {
      await clicks(['button', 'Create keys'])(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Create keys' }).click()
      await page.getByText('.env').first().waitFor()
    },
  }),
  'dashboard-api-keys-revoke': inProject('/api-keys', { act: clicks(['button', 'Revoke']) }),
  'dashboard-emails-create': inProject('/emails', { act: clicks(['button', 'Create template']) }),
  'dashboard-emails-history': inProject('/emails/templates/822687fe-8d0a-4467-a0d1-416b6e639478', {
    act: async (page) => {
      await seeEmail(page)
      await clicks(['button', 'History'])(page)
      await settled(page)
    },
  }),
  'dashboard-emails-drafts-empty': inProject('/emails/drafts', { prepare: asNewOwner }),
  'dashboard-emails-draft': inProject('/emails/drafts/DRAFT', { act: seeEmail }),
  'dashboard-emails-draft-send': inProject('/emails/drafts/DRAFT', {
    act: async (page) => {
      await seeEmail(page)
      await clicks(['button', 'Send'])(page)
    },
  }),
  'dashboard-emails-sent-empty': inProject('/emails/sent', { prepare: asNewOwner }),
  'dashboard-emails-sent-one': inProject('/emails/sent', {
    act: async (page) => {
      await settled(page)
      await page.getByRole('table').getByRole('link').first().click()
      await page.frameLocator('iframe').locator('h1').waitFor()
    },
  }),
  'dashboard-emails-server-own': inProject('/emails/server', {
    act: async (page) => {
      await settled(page)
      await page.getByRole('radio', { name: /own/ }).first().check()
      await page.getByRole('button', { name: 'Send test email' }).click()
    },
  }),
  'dashboard-payments-group': inProject('/payments', { act: clicks(['button', 'Edit group Plans']) }),
  'dashboard-payments-included': inProject('/payments/offers/pro', {
    act: clicks(['button', 'Edit included Credits']),
  }),
  'dashboard-configuration-review': inProject('/settings/configuration', {
    act: async (page) => {
      await settled(page)
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText('{ "domains": { "allowLocalhost": false } }')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('Save these changes?').waitFor()
    },
  }),
  'dashboard-configuration-restore': inProject('/settings/configuration', {
    act: async (page) => {
      await settled(page)
      await page
        .getByRole('button', { name: /Undo back to here/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  }),
  'dashboard-webhooks-secret': inProject('/webhooks/ENDPOINT', { act: clicks(['button', 'Reveal']) }),
  'dashboard-webhooks-rotate': inProject('/webhooks/ENDPOINT', { act: clicks(['button', 'Rotate']) }),
  'dashboard-webhooks-delete': inProject('/webhooks/ENDPOINT', {
    act: clicks(['button', 'More actions'], ['menuitem', 'Delete']),
  }),
  'dashboard-webhooks-events': inProject('/webhooks', {
    act: async (page) => {
      await settled(page)
      await page.locator('summary').first().click()
    },
  }),
  'dashboard-settings-invite': inProject('/settings', { act: clicks(['button', 'Invite owner']) }),
  'dashboard-settings-leave': inProject('/settings', {
    act: async (page) => {
      await settled(page)
      await page.getByLabel('Description').fill('Notes from the field')
      await openMenu(page)
      await page.getByRole('link', { name: 'Users', exact: true }).click()
      await page.getByRole('dialog').getByRole('button').first().waitFor()
    },
  }),
}
