import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser } from './browser.ts'
import { waitForEmail } from './emails.ts'
import { internalKeys } from './own-project.ts'
import { type StartedServer, startServer } from './start-server.ts'

// As in production: the first owner needs the setup code, all others need an invitation.

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
  '/settings/users',
  '/settings/production',
  '/settings/environments',
  '/settings/owners',
  '/settings/configuration',
]
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Invites a person to the first owner's team, who can then manage its projects. */
async function invite(email: string): Promise<string> {
  const body = { email, team_id: await findTeam(), callback_url: `${server.url}/dashboard/join` }
  expect(await ask('POST', '/team-invitations/send-code', body)).toMatchObject({ success: true })
  return (await waitForEmail(email, 'team_invitation', server.url)).link!
}

/** The team of the first owner. */
async function findTeam(): Promise<string> {
  const { items } = await ask('GET', '/teams')
  return items.find(({ display_name }: { display_name: string }) => display_name.includes(owner.email)).id
}

/** Calls the API with the key of the internal project. */
async function ask(method: string, path: string, body?: object) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': internalKeys.LATCHKEY_INTERNAL_SECRET_SERVER_KEY,
  }
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return (await fetch(`${server.url}/api/v1${path}`, request)).json()
}

/** The browser of a person who accepted an invitation, on the project overview. */
async function join(): Promise<{ page: Page; email: string; userId: string }> {
  const { email, password } = newPerson()
  const page = await openBrowser()
  await page.goto(await invite(email))
  await page.getByLabel('Choose a password').fill(password)
  await page.keyboard.press('Enter')
  await heading(page, 'Overview').waitFor()
  const { items } = await ask('GET', `/users?query=${encodeURIComponent(email)}`)
  return { page, email, userId: items[0].id }
}

test('asks the first owner for the setup code and an invited owner for a password', async () => {
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

  // Both change the same page at the same time: no change is lost, and each sees the other's.
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
})

test('closes an open page for a removed owner, and never shows it to strangers', async () => {
  const { page, email, userId } = await join()
  const projectUrl = page.url()
  // A member added by a server gets the developer role, which cannot invite or transfer.
  await page.goto(`${projectUrl}/settings/owners`)
  await page.getByRole('row', { name: email }).getByText('Developer').waitFor()
  expect(await page.getByRole('button', { name: 'Invite owner' }).count()).toBe(0)
  await page.getByRole('link', { name: 'General' }).click()
  await page.getByText('This needs the role owner.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Transfer' }).count()).toBe(0)
  await page.goto(`${server.url}/dashboard/projects`)
  await page.getByRole('button', { name: /^More for Fieldnotes/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Transfer' }).count()).toBe(0)
  await page.goto(projectUrl)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await heading(page, 'Users').waitFor()

  const { items: teams } = await ask('GET', `/teams?user_id=${userId}`)
  for (const team of teams)
    expect(await ask('DELETE', `/team-memberships/${team.id}/${userId}`)).toEqual({ success: true })

  // Without a click, and nothing of the project is left.
  await page.getByText('You no longer have access to this project').waitFor()
  expect(await page.getByText('Fieldnotes').count()).toBe(0)
  // Without access, no page reveals that the project exists.
  for (const path of pagePaths) {
    await page.goto(`${projectUrl}${path}`)
    await page.getByText('Nothing found at this address').waitFor()
    expect(await page.getByText('Fieldnotes').count(), path).toBe(0)
  }
})

interface Write {
  path: string
  /** The button that opens the form. Without it, the page itself is the form. */
  dialog?: string
  /** Selected before the fields appear. */
  choice?: string
  fields: Record<string, string>
  /** The save button, if its name differs from the dialog. */
  action?: string
}

const writes: Write[] = [
  { path: '/users', dialog: 'Create user', fields: { Email: 'ada@example.com' } },
  { path: '/teams', dialog: 'Create team', fields: { Name: 'Acme' } },
  { path: '/permissions', dialog: 'Create permission', fields: { ID: 'read_reports' } },
  { path: '/branding', fields: { Name: 'Another name' } },
  { path: '/domains', dialog: 'Add domain', fields: { Domain: 'https://app.example.com' } },
  { path: '/api-keys', dialog: 'Create keys', fields: { Name: 'Website' } },
  { path: '/emails', dialog: 'Create template', fields: { Name: 'Weekly summary' } },
  { path: '/emails/themes', dialog: 'Create theme', fields: { Name: 'Our colors' } },
  { path: '/emails/drafts', dialog: 'Write email', fields: { Name: 'Spring newsletter' }, action: 'Create draft' },
  {
    path: '/emails/server',
    choice: 'Resend',
    fields: { 'API key': 're_1234567890', 'Sender name': 'Fieldnotes', 'Sender address': 'hello@example.com' },
  },
  { path: '/payments', dialog: 'Create item', fields: { Name: 'Credits' } },
  { path: '/data-vault', dialog: 'Create store', fields: { Name: 'Tokens' } },
  { path: '/webhooks', dialog: 'Add endpoint', fields: { URL: 'https://example.com/hooks' } },
  { path: '/settings', fields: { Description: 'What it is for' } },
]

test('shows a former owner on every page why saving failed, and keeps the input', async () => {
  const { page: first, userId } = await join()
  const projectUrl = first.url()
  const membership = `/team-memberships/${await findTeam()}/${userId}`
  const becomeOwner = async () => {
    await ask('POST', membership, {})
    await ask('POST', `/team-permissions/${await findTeam()}/${userId}/team_admin`, {})
  }
  expect(await ask('DELETE', membership)).toEqual({ success: true })
  await becomeOwner()
  // Otherwise live updates would reach the pages before they save.
  await first.context().route('**/internal/live-updates', () => {})
  const expectRefusal = async (path: string, page: Page, save: Locator, expectKept: () => Promise<void>) => {
    expect(await ask('DELETE', membership)).toEqual({ success: true })
    await save.click()
    const refusal = 'You are no longer an owner of this project.'
    await expect.poll(() => page.locator('body').innerText(), { message: path }).toContain(refusal)
    await expectKept()
    // With access, the same button saves.
    await becomeOwner()
  }
  for (const { path, dialog, choice, fields, action = dialog ?? 'Save changes' } of writes) {
    const page = await first.context().newPage()
    await page.goto(`${projectUrl}${path}`)
    if (dialog) await page.getByRole('button', { name: dialog, exact: true }).first().click()
    const form = dialog ? page.getByRole('dialog', { name: dialog }) : page.getByRole('main')
    if (choice) await form.getByLabel(choice).check()
    const field = (label: string) => form.getByLabel(label, { exact: true })
    for (const [label, value] of Object.entries(fields)) await field(label).fill(value)
    const save = form.getByRole('button', { name: action, exact: true })
    await expectRefusal(path, page, save, async () => {
      for (const [label, value] of Object.entries(fields)) expect(await field(label).inputValue(), path).toBe(value)
    })
    await save.click()
    await save.waitFor({ state: 'detached' })
    await page.close()
  }

  const path = '/settings/configuration'
  const page = await first.context().newPage()
  await page.goto(`${projectUrl}${path}`)
  const editor = page.getByRole('textbox', { name: 'Configuration' })
  await editor.getByText('"allowLocalhost"').waitFor()
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{ "users": { "allowClientUserDeletion": true } }')
  const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save changes' })
  const review = page.getByRole('dialog', { name: 'Save these changes?' })
  await save.click()
  await expectRefusal(path, page, review.getByRole('button', { name: 'Save changes' }), async () => {
    await review.waitFor({ state: 'detached' })
    await editor.getByText('"allowClientUserDeletion"').waitFor()
  })
  await save.click()
  await review.getByRole('button', { name: 'Save changes' }).click()
  await save.waitFor({ state: 'detached' })

  // Settings that save immediately stay unchanged.
  await page.goto(`${projectUrl}/sign-in-methods`)
  const magicLink = page.getByRole('switch', { name: 'Magic link' })
  const wasOn = await magicLink.isChecked()
  await expectRefusal('/sign-in-methods', page, magicLink, () => expect.poll(() => magicLink.isChecked()).toBe(wasOn))
  await magicLink.click()
  await expect.poll(() => magicLink.isChecked()).toBe(!wasOn)
})

test('reports a used invitation', async () => {
  const invited = newPerson()
  const link = await invite(invited.email)
  for (const isFirst of [true, false]) {
    const page = await openBrowser()
    await page.goto(link)
    if (isFirst) {
      await page.getByLabel('Choose a password').fill(invited.password)
      await page.keyboard.press('Enter')
      await heading(page, 'Overview').waitFor()
    } else await page.getByRole('alert').filter({ hasText: /used/ }).waitFor()
  }
})
