import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblems, findAccessibilityProblemsInBothSchemes } from './axe.ts'
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
  await page
    .getByLabel('Metadata URL, or the XML of its file')
    .fill(`${serverUrl}/development-identity-provider/saml/metadata`)
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
  await page.getByText('Require the provider').waitFor()
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

test('an administrator of a team sets its provider up in the account settings of the app', async () => {
  const { openApp, askAsAdmin } = await openOwnedProject()
  const admin = { primary_email: 'ada@acme.example', primary_email_verified: true, primary_email_auth_enabled: true }
  const { id: userId } = await askAsAdmin('POST', '/users', { ...admin, password: 'correct horse battery staple' })
  const { id: teamId } = await askAsAdmin('POST', '/teams', { display_name: 'Acme', creator_user_id: userId })
  await askAsAdmin('POST', `/team-permissions/${teamId}/${userId}/$manage_connections`, {})
  const page = await openApp()
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByLabel('Email').fill(admin.primary_email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hello, ada@acme.example' }).waitFor()

  await page.goto(`${demoUrl}handler/account-settings#team-${teamId}`)
  await page.getByRole('button', { name: 'Add identity provider' }).click()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'team-connections-new')).toEqual([])
  await page.getByLabel('Identity provider', { exact: true }).selectOption('Okta')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Audience URI (SP Entity ID)').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'team-connections-set-up')).toEqual([])
  await page.getByLabel('Metadata URL or XML').fill(`${serverUrl}/development-identity-provider/saml/metadata`)
  await page.getByRole('button', { name: 'Save and continue' }).click()

  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await signInAtCompany(await popup, 'grace@acme.example', 'Grace Hopper')
  await page.getByText('It works. This person would have signed in:').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'team-connections-test')).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByLabel('Domain', { exact: true }).fill('acme.example')
  await page.keyboard.press('Enter')
  await page.getByText('_latchkey-challenge.acme.example').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'team-connections-domain')).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Turn on: Acme' }).click()
  await page.getByText('People can sign in with Acme.').waitFor()
  await page.getByRole('button', { name: 'All identity providers' }).click()
  await page.getByText('Active', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'team-connections')).toEqual([])
})
