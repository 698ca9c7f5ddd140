import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { heading, openOwnedProject } from './owned-project.ts'

test('creates a team, adds members with permissions, renames and deletes it', async () => {
  const { page, open, askAsAdmin, startLocalApp } = await openOwnedProject()
  await startLocalApp()
  for (const name of ['Ada', '<b>Grace</b>'])
    await askAsAdmin('POST', '/users', { display_name: name, primary_email: `${name.length}@example.com` })
  await open('/teams')
  await page.getByText('No teams yet').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  await page.getByRole('button', { name: 'Create team' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Acme')
  await page.getByLabel('First member').fill('Ada')
  await page.getByRole('radio', { name: 'Ada' }).check()
  await page.keyboard.press('Enter')
  await heading(page, 'Acme').waitFor()
  await page.getByRole('row', { name: /Ada.*team_admin/ }).waitFor()

  await page.getByRole('button', { name: 'Add member' }).click()
  await page.getByLabel('User', { exact: true }).fill('Grace')
  await page.getByRole('radio', { name: '<b>Grace</b>' }).check()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /Grace.*team_member/ }).waitFor()
  await page.getByRole('button', { name: 'Actions for <b>Grace</b>' }).click()
  await page.getByRole('menuitem', { name: 'Change permissions' }).click()
  await page.getByRole('checkbox', { name: 'team_admin' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Grace.*team_admin.*team_member/ }).waitFor()

  await page.getByRole('button', { name: 'Invite by email' }).click()
  await page.getByLabel('Email', { exact: true }).fill('new@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Revoke the invitation for new@example.com' }).click()
  await page.getByText('No pending invitations').waitFor()

  await page.getByRole('tab', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Turn on team API keys' }).click()
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Nightly import')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Save the key now' }).getByText(/^sk_/).waitFor()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('row', { name: /Nightly import.*Active/ }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  await page.getByRole('tab', { name: 'Profile' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Acme & Sons')
  await page.keyboard.press('Enter')
  await heading(page, 'Acme & Sons').waitFor()
  await page.getByRole('button', { name: 'Delete team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Acme & Sons?' })
  expect(await dialog.getByRole('button', { name: 'Delete team' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Type').fill('Acme & Sons')
  await page.keyboard.press('Enter')
  await page.getByText('No teams yet').waitFor()
})

test('searches teams on the server, from their page and from the palette', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  const names = [
    '<b>Bold</b> & Co',
    'فريق 🚀',
    `${'Long name '.repeat(20)}`,
    ...Array.from({ length: 52 }, (_, n) => `Crew ${n}`),
  ]
  for (const display_name of names) await askAsAdmin('POST', '/teams', { display_name })
  await open('/teams')
  await page.getByText('50 teams on this page').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('link', { name: '<b>Bold</b> & Co' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Crew 51' }).waitFor()
  await page.getByLabel('Search by name or ID').fill('bold</b>')
  await page.getByText('1 team on this page').waitFor()
  expect(page.url()).toContain('query=')
  await page.getByLabel('Search by name or ID').fill('nothing like this')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('link', { name: 'Crew 51' }).waitFor()
  await page.setViewportSize({ width: 380, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search pages').fill('فريق')
  await page.getByRole('option', { name: 'فريق 🚀' }).waitFor()
  await page.keyboard.press('Enter')
  await heading(page, 'فريق 🚀').waitFor()
})
