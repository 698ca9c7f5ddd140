import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { demoUrl, serverUrl } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'

test('shows an enabled method and provider in the preview and to apps', async () => {
  const { page, open, openApp, id, askAsAdmin } = await openOwnedProject()
  await open('/sign-in-methods')
  const preview = page.getByLabel('Preview', { exact: true }).first()
  await preview.getByText('Sign in to your account').waitFor()
  expect(await preview.getByText('GitHub').count()).toBe(0)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('switch', { name: 'Magic link' }).click()
  await preview.getByText('Email', { exact: true }).first().waitFor()

  await page.getByRole('link', { name: 'GitHub' }).click()
  await heading(page, 'GitHub').waitFor()
  await page.getByLabel('Your own keys').check()
  await page.getByText(`${serverUrl}/api/v1/auth/oauth/callback/github`).waitFor()
  await page.getByLabel('3. Client ID').fill('client')
  await page.getByLabel('4. Client secret').fill('secret')
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  // The message that says so is gone after five seconds, which may be too soon on a busy machine.
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
  const { config } = await askAsAdmin('GET', '/internal/projects/current')
  expect(config).toMatchObject({
    magic_link_enabled: true,
    oauth_providers: [{ id: 'github', type: 'standard', client_id: 'client' }],
  })

  await open('/sign-in-methods')
  await preview.getByText('GitHub').first().waitFor()

  const app = await openApp()
  await app.goto(`${demoUrl}handler/sign-in`)
  await app.getByRole('button', { name: /GitHub/ }).waitFor()
  await page.getByRole('row', { name: /GitHub.*Own keys/ }).waitFor()
  await page.getByRole('radio', { name: 'Refuse' }).click()
  await page.getByText('The rule for existing email addresses was saved.').waitFor()

  await open('/sign-in-methods/github')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await heading(page, 'Sign-in methods').waitFor()
  await page.getByRole('listitem').getByRole('link', { name: 'GitHub' }).waitFor()
  expect(page.url()).toContain(id)
})

test('limits the sessions of users, and takes it back', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await open('/sign-in-methods')
  const read = async () => (await askAsAdmin('GET', '/internal/projects/current')).config
  const choose = async (label: string, option: string, setting: object) => {
    await page.getByLabel(label).selectOption(option)
    await expect.poll(read, { timeout: 20_000 }).toMatchObject(setting)
  }
  await choose('Maximum lifetime', '12 hours', { session_longest_life_minutes: 720 })
  await choose('Inactivity timeout', 'After 30 minutes', { session_inactivity_minutes: 30 })
  await choose('Sessions per user', '3', { sessions_per_user: 3 })
  await shot(page)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await choose('Sessions per user', 'Any number', { session_inactivity_minutes: 30, sessions_per_user: null })
})

test('tests a real sign-in without creating a user', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await open('/sign-in-methods/github')
  await page.getByRole('button', { name: 'Turn on GitHub' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Test sign-in now' }).click()
  const provider = await opened
  await provider.getByRole('textbox', { name: 'Email' }).fill('tester@example.com')
  await provider.keyboard.press('Enter')
  await provider.getByRole('heading', { name: 'The test is complete' }).waitFor()
  await page.getByText(/It works\..*tester@example\.com/).waitFor()
  expect((await askAsAdmin('GET', '/users')).items).toEqual([])
})
