import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { demoUrl } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'

const password = 'correct horse battery'

test('shows and changes everything about a user on one page', async () => {
  const { page, open, askAsAdmin, startLocalApp } = await openOwnedProject()
  await startLocalApp()
  const email = 'ada@example.com'
  const { id } = await askAsAdmin('POST', '/users', {
    display_name: '<b>Ada</b> 👩‍🚀 שלום',
    primary_email: email,
    primary_email_auth_enabled: true,
    password,
  })
  await askAsAdmin('PATCH', '/internal/projects/current', { config: { magic_link_enabled: true } })
  await askAsAdmin('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({
      'payments.offers.pro': {
        displayName: '<i>Pro</i> שלום',
        customerType: 'user',
        prices: { monthly: { USD: '10', interval: [1, 'month'] }, forever: { USD: '100' } },
        includedItems: {},
      },
    }),
  })
  await askAsAdmin('POST', '/teams', { display_name: 'Acme' })
  for (const [permission, contained] of [
    ['reader', []],
    ['editor', ['reader']],
  ] as const)
    await askAsAdmin('POST', '/project-permission-definitions', { id: permission, contained_permission_ids: contained })
  const row = (name: RegExp) => page.getByRole('row', { name })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const isAccessible = async () => expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  await open(`/users/${id}`)
  await heading(page, '<b>Ada</b> 👩‍🚀 שלום').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.keyboard.press('Enter')
  await heading(page, 'Ada Lovelace').waitFor()
  await isAccessible()

  // Tabs work by keyboard and are part of the URL.
  await tab('Profile').focus()
  await page.keyboard.press('ArrowRight')
  await row(/ada@example\.com.*Unverified.*Primary/).waitFor()
  expect(page.url()).toMatch(/tab=sign-in/)
  await page.getByRole('button', { name: 'Add email address' }).click()
  await page.getByLabel('Email', { exact: true }).fill('second@example.com')
  await page.getByRole('checkbox', { name: /Verified/ }).check()
  await page.getByRole('checkbox', { name: /Use for sign-in/ }).check()
  await page.keyboard.press('Enter')
  await row(/second@example\.com.*Verified/).waitFor()
  await page.getByRole('button', { name: 'Actions for second@example.com' }).click()
  await page.getByRole('menuitem', { name: 'Make primary' }).click()
  await row(/second@example\.com.*Primary/).waitFor()
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Send verification email' }).click()
  await page.getByText(`A link was sent to ${email}.`).waitFor()
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page
    .getByRole('menu', { name: `Actions for ${email}` })
    .getByRole('menuitem', { name: 'Remove' })
    .click()
  await page.getByRole('button', { name: 'Remove email address' }).click()
  await page.getByText(`${email} was removed.`).waitFor()

  await page.getByRole('button', { name: 'Set password' }).click()
  const passwordDialog = page.getByRole('dialog', { name: /Set the password/ })
  await passwordDialog.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await passwordDialog.getByRole('alert').waitFor()
  await passwordDialog.getByLabel('New password').fill('a much longer password')
  await page.keyboard.press('Enter')
  await page.getByText('The password was set.').waitFor()
  await page.getByRole('button', { name: 'Turn on magic link' }).click()
  await row(/Magic link.*On/).waitFor()
  await isAccessible()

  await tab('Teams and permissions').click()
  await page.getByRole('button', { name: 'Add to team' }).click()
  await page.getByRole('radio', { name: 'Acme' }).check()
  await page.keyboard.press('Enter')
  await row(/Acme.*team_member/).waitFor()
  await page.getByRole('button', { name: 'Grant editor' }).click()
  await row(/^editor Granted/).waitFor()
  await row(/^reader Through editor/).waitFor()
  await page.getByRole('button', { name: 'Revoke editor' }).click()
  await row(/^reader – Grant/).waitFor()
  await isAccessible()
  await page.getByRole('button', { name: 'Actions for Acme' }).click()
  await page.getByRole('menuitem', { name: 'Remove from team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from team' }).click()
  await page.getByText('This user is not in any team.').waitFor()

  await tab('API keys').click()
  await page.getByRole('button', { name: 'Turn on user API keys' }).click()
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Script')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await row(/Script.*Active/).waitFor()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await row(/Script.*Revoked/).waitFor()

  await tab('Payments').click()
  await page.getByText('No items are defined for users.').waitFor()
  await page.getByText('No transactions yet.').waitFor()
  await page.getByRole('button', { name: 'Grant offer' }).click()
  const grant = page.getByRole('dialog', { name: 'Grant offer' })
  await grant.getByLabel('Price').selectOption({ label: '$10.00 per month' })
  await isAccessible()
  await grant.getByRole('button', { name: 'Grant offer' }).press('Enter')
  await page.getByRole('group', { name: 'Subscriptions' }).getByRole('row', { name: 'Pro' }).waitFor()
  await page.getByRole('group', { name: 'Transactions' }).getByRole('row', { name: 'Pro' }).getByText('Test').waitFor()
  await isAccessible()

  // Emails sent while the list is open appear in it.
  await tab('Emails').click()
  const sent = page.getByRole('link', { name: /Reset your password/ })
  expect(await sent.count()).toBe(0)
  await askAsAdmin('POST', '/auth/password/send-reset-code', {
    email: 'second@example.com',
    callback_url: 'http://localhost:3000',
  })
  await sent.waitFor()
  await isAccessible()
  await sent.click()
  await page
    .frameLocator('iframe[title="The email"]')
    .frameLocator('iframe')
    .getByText('Reset your password')
    .first()
    .waitFor()
  await page.goBack()
  await tab('Activity').click()
  await row(/revoked .*permission/).waitFor()
  await isAccessible()

  // Back and forward switch tabs, and nothing is cut off on a phone.
  await page.goBack()
  await sent.waitFor()
  await page.goBack()
  await page.getByText('No items are defined for users.').waitFor()
  await page.setViewportSize({ width: 380, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  // Tabs further down do not scroll the page.
  await open(`/users/${id}`)
  await page.getByRole('tab', { name: 'Server' }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.getByRole('button', { name: 'Delete user' }).click()
  await page.getByLabel('Type').fill('second@example.com')
  await page.keyboard.press('Enter')
  await heading(page, 'Users').waitFor()
  await open(`/users/${id}`)
  await page.getByText('There is no user with this ID').waitFor()
})

test('signs in as a user with a one-time link, shows a banner and ends the session', async () => {
  const { page, open, openApp, askAsAdmin } = await openOwnedProject()
  const { id } = await askAsAdmin('POST', '/users', { display_name: 'Grace Hopper' })
  await open(`/users/${id}`)
  await page.getByRole('button', { name: 'Sign in as' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sign-in pages of your app').fill('https://evil.example/handler')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Sign-in pages of your app').fill(`${demoUrl}handler`)
  await page.keyboard.press('Enter')
  const link = await dialog.getByRole('link', { name: 'Open your app' }).getAttribute('href')
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  const app = await openApp()
  await app.goto(link!)
  const banner = app.getByRole('region', { name: 'Impersonation' })
  await banner.getByText("You're signed in as Grace Hopper.").waitFor()
  await app.getByRole('heading', { name: /Hello/ }).waitFor()
  expect(app.url()).not.toContain('code')
  expect(await findAccessibilityProblemsInBothSchemes(app)).toEqual([])
  await app.reload()
  await banner.waitFor()
  await banner.getByRole('button', { name: 'Sign out' }).click()
  await app.getByRole('link', { name: 'Create an account' }).waitFor()
  expect(await banner.count()).toBe(0)

  await app.goto(demoUrl)
  await app.goto(link!)
  await app.getByText('This link has already been used').waitFor()
  const { items } = (await askAsAdmin('GET', `/internal/audit-entries?target_id=${id}`)) as {
    items: { action: string; actor: { type: string } }[]
  }
  expect(items.filter(({ actor }) => actor.type === 'owner').map(({ action }) => action)).toEqual(
    expect.arrayContaining(['session.created', 'impersonation.requested']),
  )
})
