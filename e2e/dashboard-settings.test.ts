import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'

test('invites owners and keeps the last one', async () => {
  const { page, open } = await openOwnedProject()
  await open('/settings/owners')
  const { email } = newPerson()
  await page.getByRole('button', { name: 'Invite owner' }).click()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await page.getByText('Enter an email address.').waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: email }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: `Revoke the invitation for ${email}` }).click()
  await page.getByText('The invitation was revoked.').waitFor()

  await page.getByRole('button', { name: /^More for / }).click()
  await page.getByRole('menuitem', { name: 'Leave project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave project' }).click()
  await page.getByText(/Nobody else has the role owner/).waitFor()
})

test('keeps the changes of two owners who edit different domains at the same time', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await open('/domains')
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const [tab, domain] of [
    [page, 'first.example.com'],
    [other, 'second.example.com'],
  ] as const) {
    await tab.getByRole('button', { name: 'Add domain' }).first().click()
    await tab.getByRole('textbox', { name: 'Domain' }).fill(domain)
  }
  await Promise.all([page.keyboard.press('Enter'), other.keyboard.press('Enter')])
  await page.getByText('https://first.example.com was saved.').waitFor()
  await other.getByText('https://second.example.com was saved.').waitFor()
  const { config } = (await askAsAdmin('GET', '/internal/projects/current')) as { config: { domains: object[] } }
  expect(config.domains).toMatchObject([
    { domain: 'https://first.example.com' },
    { domain: 'https://second.example.com' },
  ])
  await page.getByRole('button', { name: 'Turn off: Localhost is trusted' }).click()
  await page.getByText('Localhost is not trusted').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})

test('allows production mode early, and names unsafe settings with a link to the fix', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await askAsAdmin('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({
      'domains.trustedDomains.any': { baseUrl: 'https://**', handlerPath: '/' },
    }),
  })
  await open('/settings/production')
  await page.getByRole('switch', { name: 'This project is used by real users' }).click()
  await page.getByText('Production mode is on, but 3 checks failed').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('link', { name: 'Set up: Emails are sent by the shared server' }).waitFor()
  await page.getByRole('link', { name: 'Edit: https://** is not safe' }).click()
  await heading(page, 'Domains').waitFor()
  await page.getByText('https://** is not safe').waitFor()
  await page.getByText('Anyone can register a site that matches this trusted domain.').waitFor()
  await page.getByText('This project is in production mode. Turn this off').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('switch', { name: 'Trust localhost' }).click()
  await page.getByText('Production mode is on, but 2 checks failed.').waitFor()
})

test('reviews the configuration before saving, keeps changes by others and restores it', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  const change = (settings: object) =>
    askAsAdmin('PATCH', '/internal/config/override', { config_override_string: JSON.stringify(settings) })
  await change({ 'auth.allowSignUp': false })
  await open('/settings/configuration')
  await heading(page, 'Settings').waitFor()
  const editor = page.getByRole('textbox', { name: 'Configuration' })
  await editor.getByText('"allowLocalhost"').waitFor()
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{ "auth": { "allowSignUp": "no" } }')
  await page.getByRole('alert').filter({ hasText: 'auth.allowSignUp' }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  // A save that cannot do anything says why.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{ "auth": ')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alert').filter({ hasText: 'This is not valid JSON.' }).waitFor()
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{ "auth": { "allowSignUp": true, "otp": { "allowSignIn": true } } }')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const review = page.getByRole('dialog', { name: 'Save these changes?' })
  await review.getByText('auth.otp.allowSignIn').waitFor()
  // Others save something else at the same time.
  await change({ 'users.allowClientUserDeletion': true })
  await review.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The configuration was saved.').waitFor()
  const read = async () => JSON.parse((await askAsAdmin('GET', '/internal/config')).config_string as string)
  expect(await read()).toMatchObject({ auth: { allowSignUp: true }, users: { allowClientUserDeletion: true } })

  await page.getByRole('button', { name: 'Undo back to here' }).last().click()
  const restore = page.getByRole('dialog', { name: 'Restore the configuration?' })
  await restore.getByText('account deletion by users').waitFor()
  await restore.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The configuration was restored.').waitFor()
  expect(await read()).toMatchObject({ auth: { allowSignUp: true }, users: { allowClientUserDeletion: false } })
})

test('creates staging, switches to it on the same page, and copies what was changed there', async () => {
  const { page, open, askAsAdmin, id } = await openOwnedProject()
  await open('/settings/environments')
  await page.getByRole('button', { name: 'Add environment' }).click()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText('Staging was created.').waitFor()
  await page.waitForURL((url) => /\/settings\/environments$/.test(url.pathname) && !url.pathname.includes(id))

  await page.getByRole('link', { name: 'Sign-in methods', exact: true }).click()
  await page.getByRole('switch', { name: /Passkey/ }).click()
  await page.getByRole('switch', { name: /Passkey/, checked: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search pages').fill('switch to prod')
  await page.getByRole('option', { name: 'Switch to production', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/projects/${id}/sign-in-methods`)

  await open('/settings/environments')
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Copy settings from Staging' }).click()
  await page.getByRole('checkbox', { name: 'Passkey sign-in' }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Copy 1 setting to production' }).click()
  await page.getByText('1 setting copied from staging').waitFor()
  expect(await askAsAdmin('GET', '/internal/projects/current')).toMatchObject({ config: { passkey_enabled: true } })

  await page.getByRole('button', { name: /switch project/ }).click()
  await page.getByRole('group', { name: 'Fieldnotes' }).getByRole('option').nth(1).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await open('/audit-log')
  await page.getByText(/copied 1 setting from .* \(staging\)/).waitFor()
})
