import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser } from './browser.ts'
import { waitForEmail } from './emails.ts'
import { type StartedServer, startServer } from './start-server.ts'

const setupCode = 'a setup code that only the operator knows'
const owner = newPerson()
let server: StartedServer
let ownersPage: Page
let ownersState: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
let projectUrl: string

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

beforeAll(async () => {
  server = await startServer({ LATCHKEY_INTERNAL_SIGN_UP: 'off', LATCHKEY_SETUP_CODE: setupCode })
  ownersPage = await openBrowser()
  await ownersPage.goto(`${server.url}/dashboard`)
  await ownersPage.getByLabel('Setup code').fill(setupCode)
  await ownersPage.getByLabel('Email').fill(owner.email)
  await ownersPage.getByLabel('Password').fill(owner.password)
  await ownersPage.keyboard.press('Enter')
  await heading(ownersPage, 'Create your first project').waitFor()
  await ownersPage.keyboard.type('Fieldnotes')
  await ownersPage.keyboard.press('Enter')
  await heading(ownersPage, 'Connect your app').waitFor()
  projectUrl = ownersPage.url().replace(/\/start.*/, '')
  ownersState = await ownersPage.context().storageState()
}, 180_000)

// Browsers are closed after each test.
beforeEach(async () => {
  ownersPage = await openBrowser({ storageState: ownersState })
})

afterAll(() => server?.stop())

/** Invites an owner in the dashboard, who gets a separate browser. */
async function invite(role: string) {
  const person = newPerson()
  await ownersPage.goto(`${projectUrl}/settings/owners`)
  await ownersPage.getByRole('button', { name: 'Invite owner' }).click()
  const dialog = ownersPage.getByRole('dialog', { name: 'Invite owner' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await ownersPage.getByRole('row', { name: person.email }).getByText(role).waitFor()
  const { link } = await waitForEmail(person.email, 'owner_invitation', server.url)
  return { ...person, link: link! }
}

async function join(role: string) {
  const person = await invite(role)
  const page = await openBrowser()
  await page.goto(person.link)
  await page.getByText(`${owner.email} invites you to “Fieldnotes”. Your role: ${role}. Can view users`).waitFor()
  await page.getByLabel('Choose a password').fill(person.password)
  await page.keyboard.press('Enter')
  await heading(page, 'Overview').waitFor()
  return { ...person, page }
}

const links = (page: Page) => page.getByRole('navigation', { name: 'Project' }).getByRole('link').allInnerTexts()

test('lets support manage users, and explains why settings and keys are hidden', async () => {
  const { page, email } = await join('Support')
  expect(await links(page)).toEqual([
    'Overview',
    'Users',
    'Teams',
    'Permissions',
    'Payments',
    'Failures',
    'Audit log',
    'Settings',
  ])
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Create user' }).first().waitFor()
  await page.goto(`${projectUrl}/api-keys`)
  await page.getByText('This needs the role owner, admin, developer or viewer.').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.goto(`${projectUrl}/settings`)
  await page.getByText('You cannot view the project’s settings. Your role in this project is support.').waitFor()
  await page.getByRole('link', { name: 'Owners' }).click()
  await page.getByRole('row', { name: email }).getByText('Support').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})

test('disables every control for a viewer until the role changes', async () => {
  const { page, email } = await join('Viewer')
  await page.goto(`${projectUrl}/users`)
  await page.getByText('No users yet').waitFor()
  expect(await page.getByRole('button', { name: /Create user|Invite|More actions/ }).count()).toBe(0)
  await page.goto(`${projectUrl}/sign-in-methods`)
  await page.getByText('You can view this but not change it. Your role in this project is viewer.').waitFor()
  await page.getByText(`Ask ${owner.email}.`).waitFor()
  expect(await page.getByRole('switch', { name: 'Magic link' }).isDisabled()).toBe(true)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.goto(`${projectUrl}/api-keys`)
  expect(await page.getByRole('button', { name: 'Create keys' }).first().isDisabled()).toBe(true)

  await ownersPage.goto(`${projectUrl}/settings/owners`)
  await ownersPage.getByRole('button', { name: `More for ${email}` }).click()
  await ownersPage.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = ownersPage.getByRole('dialog', { name: `Role of ${email}` })
  await dialog.getByRole('radio', { name: /^Developer/ }).check()
  expect(await findAccessibilityProblemsInBothSchemes(ownersPage)).toEqual([])
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await ownersPage.getByText(`${email} now has the Developer role.`).waitFor()
  // The open page updates automatically.
  await expect.poll(() => page.getByRole('button', { name: 'Create keys' }).first().isEnabled()).toBe(true)
})

test('lists and revokes the keys of a removed owner', async () => {
  const { page, email } = await join('Developer')
  await page.goto(`${projectUrl}/api-keys`)
  await page.getByRole('button', { name: 'Create keys' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Create keys' }).click()
  await page.getByText('Laptop').first().waitFor()

  await ownersPage.goto(`${projectUrl}/settings/owners`)
  await ownersPage.getByRole('button', { name: `More for ${email}` }).click()
  await ownersPage.getByRole('menuitem', { name: 'Remove owner' }).click()
  const dialog = ownersPage.getByRole('dialog', { name: `Remove ${email}?` })
  await dialog.getByText('Laptop').waitFor()
  expect(await dialog.getByRole('checkbox', { name: /Revoke this key set/ }).isChecked()).toBe(true)
  expect(await findAccessibilityProblemsInBothSchemes(ownersPage)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove owner' }).click()
  await ownersPage.getByText(`${email} was removed.`).waitFor()
  await ownersPage.goto(`${projectUrl}/api-keys`)
  await ownersPage.getByRole('row', { name: /Laptop.*Revoked/ }).waitFor()
})

test('offers another account if the invitation is for a different email address', async () => {
  const invited = await invite('Viewer')
  const { page } = await join('Viewer')
  await page.goto(invited.link)
  await page.getByRole('button', { name: 'Join with this account' }).click()
  await page.getByRole('alert').filter({ hasText: 'This invitation is for p•••@example.com.' }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByLabel('Choose a password').fill(invited.password)
  await page.keyboard.press('Enter')
  await heading(page, 'Overview').waitFor()
})
