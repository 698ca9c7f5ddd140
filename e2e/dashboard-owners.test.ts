import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser } from './browser.ts'
import { waitForEmail } from './emails.ts'
import { internalKeys } from './own-project.ts'
import { type StartedServer, startServer } from './start-server.ts'

// As in production: the first owner needs the setup code, and everybody else an invitation.

const setupCode = 'a setup code that only the operator knows'
const owner = newPerson()
let server: StartedServer

beforeAll(async () => {
  server = await startServer({ ...internalKeys, LATCHKEY_INTERNAL_SIGN_UP: 'off', LATCHKEY_SETUP_CODE: setupCode })
})

afterAll(() => server?.stop())

const pagePaths = [
  '',
  '/users',
  '/teams',
  '/permissions',
  '/sign-in-methods',
  '/branding',
  '/domains',
  '/api-keys',
  '/emails',
  '/emails/sent',
  '/payments',
  '/payments/transactions',
  '/data-vault',
  '/webhooks',
  '/audit-log',
  '/settings',
  '/settings/configuration',
]
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Invites somebody to the team of the first owner, whose projects they will manage too. */
async function invite(email: string): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': internalKeys.LATCHKEY_INTERNAL_SECRET_SERVER_KEY,
  }
  const { items } = await (await fetch(`${server.url}/api/v1/teams`, { headers })).json()
  const team = items.find(({ display_name }: { display_name: string }) => display_name.includes(owner.email))
  const response = await fetch(`${server.url}/api/v1/team-invitations/send-code`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, team_id: team.id, callback_url: `${server.url}/dashboard/join` }),
  })
  expect(response.status).toBe(200)
  return (await waitForEmail(email, 'team_invitation', server.url)).link!
}

test('the first owner needs the setup code, and an invited one a password', async () => {
  const page = await openBrowser()
  await page.goto(`${server.url}/dashboard`)
  await heading(page, 'Welcome to Latchkey').waitFor()
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByText('Enter the setup code.').waitFor()
  await page.getByLabel('Setup code').fill('a guess')
  await page.keyboard.press('Enter')
  await page.getByText('The setup code is wrong.').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByLabel('Setup code').fill(setupCode)
  await page.keyboard.press('Enter')
  await heading(page, 'Create your first project').waitFor()
  await page.keyboard.type('Fieldnotes')
  await page.keyboard.press('Enter')
  await heading(page, 'Connect your app').waitFor()

  const invited = newPerson()
  const other = await openBrowser()
  await other.goto(await invite(invited.email))
  await heading(other, 'Join as a project owner').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(other)).toEqual([])
  await other.getByLabel('Choose a password').fill(invited.password)
  await other.keyboard.press('Enter')
  await heading(other, 'Overview').waitFor()
  await other.getByRole('link', { name: 'Fieldnotes' }).first().waitFor()

  // Both change the same page at once: nothing is lost, and each sees what the other has done.
  const settingsUrl = `${other.url()}/settings`
  const tabs = [page, other]
  for (const tab of tabs) await tab.goto(settingsUrl)
  const field = (tab: Page, name: string) => tab.getByLabel(name, { exact: true })
  const save = async () => {
    await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Save' }).click()))
    await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })))
  }
  await field(page, 'Name').fill('Fieldnotes of the first')
  await field(other, 'Description').fill('Of the second')
  await save()
  await expect.poll(() => field(page, 'Description').inputValue()).toBe('Of the second')
  await expect.poll(() => field(other, 'Name').inputValue()).toBe('Fieldnotes of the first')
  await field(page, 'Name').fill('Fieldnotes')
  await field(other, 'Name').fill('Fieldnotes, too')
  await save()
  const names = () => Promise.all(tabs.map((tab) => field(tab, 'Name').inputValue()))
  await expect.poll(async () => new Set(await names()).size).toBe(1)
  expect(['Fieldnotes', 'Fieldnotes, too']).toContain((await names())[0])
})

test('an owner who is removed loses an open page, and strangers never see it', async () => {
  const invited = newPerson()
  const page = await openBrowser()
  await page.goto(await invite(invited.email))
  await page.getByLabel('Choose a password').fill(invited.password)
  await page.keyboard.press('Enter')
  await heading(page, 'Overview').waitFor()
  const projectUrl = page.url()
  // A member of the team is no admin: nobody is invited, and the project is not given away.
  await page.goto(`${projectUrl}/settings`)
  await page.getByRole('row', { name: invited.email }).getByText('Member').waitFor()
  expect(await page.getByRole('button', { name: 'Invite owner' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer project' })
  await dialog.getByLabel('Somebody else').check()
  await dialog.getByLabel('Their email').fill('somebody@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('Only owners who are admins can do this.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await heading(page, 'Users').waitFor()

  const headers = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': internalKeys.LATCHKEY_INTERNAL_SECRET_SERVER_KEY,
  }
  const ask = async (method: string, path: string) =>
    (await fetch(`${server.url}/api/v1${path}`, { method, headers })).json()
  const { items: users } = await ask('GET', `/users?query=${encodeURIComponent(invited.email)}`)
  const { items: teams } = await ask('GET', `/teams?user_id=${users[0].id}`)
  for (const team of teams)
    expect(await ask('DELETE', `/team-memberships/${team.id}/${users[0].id}`)).toEqual({ success: true })

  // What the open page asks for next is refused.
  await page.getByRole('link', { name: 'Teams', exact: true }).click()
  await page
    .getByText(/could not be loaded|nothing at this address/)
    .first()
    .waitFor()
  // Somebody without rights, which they now are, does not learn from any page that there is such a project.
  for (const path of pagePaths) {
    await page.goto(`${projectUrl}${path}`)
    await page.getByText('There is nothing at this address').waitFor()
    expect(await page.getByText('Fieldnotes').count(), path).toBe(0)
  }
})

test('a used invitation says so', async () => {
  const invited = newPerson()
  const link = await invite(invited.email)
  for (const isFirst of [true, false]) {
    const page = await openBrowser()
    await page.goto(link)
    await page.getByLabel('Choose a password').fill(invited.password)
    await page.keyboard.press('Enter')
    if (isFirst) await heading(page, 'Overview').waitFor()
    else await page.getByRole('alert').filter({ hasText: /used/ }).waitFor()
  }
})
