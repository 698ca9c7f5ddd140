import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { demoUrl, serverUrl } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'

/** On the page of the development SAML provider, which posts its answer to the server. */
async function signInAtCompany(page: Page, email: string, name: string) {
  await page.getByRole('heading', { name: 'Sign in with your company' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('an owner sets up SAML for a customer, tests it, and its people sign in and join the team', async () => {
  const { page, open, openApp, askAsAdmin } = await openOwnedProject()
  const { id: teamId } = await askAsAdmin('POST', '/teams', { display_name: 'Acme' })
  await open('/connections')
  await page.getByText('No connections yet').waitFor()
  await shot(page, 'dashboard-connections-empty')
  await page.getByRole('button', { name: 'Add connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add connection' })
  await dialog.getByLabel('Team', { exact: true }).fill('Acme')
  await dialog.getByRole('radio', { name: 'Acme' }).check()
  await shot(page, 'dashboard-connections-add')
  await dialog.getByRole('button', { name: 'Add connection' }).click()

  await page.getByText('Identifier (Entity ID)').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await shot(page, 'dashboard-connection-new')
  await page.getByLabel('Metadata URL, or its XML').fill(`${serverUrl}/development-identity-provider/saml/metadata`)
  await page
    .locator('section')
    .filter({ hasText: 'From the identity provider' })
    .getByRole('button', { name: 'Save' })
    .click()

  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await signInAtCompany(await popup, 'grace@acme.example', 'Grace Hopper')
  await page.getByText('It works.').waitFor()
  await page.getByText('not verified, because its domain is not proven').waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('People can sign in with Acme.').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await shot(page, 'dashboard-connection')
  await open(`/teams/${teamId}?tab=connections`)
  await page.getByText('Only through the provider').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await shot(page, 'dashboard-team-connections')

  const { items } = (await askAsAdmin('GET', '/connections')) as { items: { provider_id: string }[] }
  const app = await openApp()
  await app.goto(`${demoUrl}handler/sign-in?connection=${items[0]!.provider_id}`)
  const button = app.getByRole('button', { name: "Continue with your company's sign-in" })
  await button.waitFor()
  expect(await findAccessibilityProblems(app)).toEqual([])
  await shot(app, 'company-sign-in')
  await button.click()
  await signInAtCompany(app, 'grace@acme.example', 'Grace Hopper')
  await app.getByRole('heading', { name: 'Hello, Grace Hopper' }).waitFor()
  const members = (await askAsAdmin('GET', `/users?team_id=${teamId}`)) as { items: unknown[] }
  expect(members.items).toMatchObject([{ display_name: 'Grace Hopper' }])
})
