import { type NameServer, openNameServer } from '@latchkey/server/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { openBrowser } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'
import { type StartedServer, startServer } from './start-server.ts'

let names: NameServer
let server: StartedServer
beforeAll(async () => {
  names = await openNameServer()
  server = await startServer({ LATCHKEY_NAME_SERVERS: names.address })
})
afterAll(async () => {
  await server.stop()
  await names.close()
})

/** On the page of the development SAML provider. */
async function signInAtCompany(page: Page, email: string, name: string) {
  await page.getByRole('heading', { name: 'Sign in with your company' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Everything that a browser asks for, with what it says about where it came from. */
function watchRequests(page: Page) {
  const requests: string[] = []
  page.context().on('request', (request) => {
    const { referer = '' } = request.headers()
    requests.push(`${request.url().replace(/#.*/, '')} from ${referer}`)
  })
  return requests
}

test('an owner sends a link, a stranger sets the sign-in of the company up with it, and its people come in', async () => {
  const { page, open, openApp, askAsAdmin } = await openOwnedProject(server.url)
  const { id: teamId } = await askAsAdmin('POST', '/teams', { display_name: 'Acme' })
  const created = await askAsAdmin('POST', '/connections', { team_id: teamId, display_name: 'Acme', type: 'oidc' })
  await open(`/connections/${created.id}`)
  await page.getByRole('button', { name: 'Send set-up link for Acme' }).click()
  await shot(page, 'set-up-link-send')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = (await page.locator('dialog code').textContent())!
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByText('Never opened').waitFor()

  const stranger = await openBrowser()
  const requests = watchRequests(stranger)
  await stranger.goto(link)
  await heading(stranger, 'Identity provider').waitFor()
  await stranger.getByLabel('Identity provider').selectOption('Okta')
  await stranger.getByRole('radio', { name: 'SAML' }).check()
  expect(await findAccessibilityProblems(stranger)).toEqual([])
  await stranger.getByRole('button', { name: 'Continue' }).click()

  await heading(stranger, 'Settings').waitFor()
  await stranger.getByText('Audience URI (SP Entity ID)').waitFor()
  expect(await findAccessibilityProblems(stranger)).toEqual([])
  const metadata = stranger.getByLabel('Metadata URL, or the XML of its file')
  await metadata.fill(`${server.url}/nothing`)
  await stranger.getByRole('button', { name: 'Save' }).click()
  await stranger.getByRole('alert').waitFor()
  await metadata.fill(`${server.url}/development-identity-provider/saml/metadata`)
  await stranger.getByRole('button', { name: 'Save' }).click()

  await heading(stranger, 'Test').waitFor()
  const popup = stranger.waitForEvent('popup')
  await stranger.getByRole('button', { name: 'Test sign-in' }).click()
  const tab = await popup
  await signInAtCompany(tab, 'grace@set-up.example.com', 'Grace Hopper')
  await tab.getByText('The test is complete').waitFor()
  await tab.close()
  await stranger.getByText('It works.').waitFor()
  await stranger.getByText('grace@set-up.example.com').waitFor()
  expect(await findAccessibilityProblems(stranger)).toEqual([])
  await stranger.getByRole('button', { name: 'Continue' }).click()

  await heading(stranger, 'Email domain').waitFor()
  await stranger.getByLabel('Domain of your email addresses').fill('set-up.example.com')
  await stranger.getByRole('button', { name: 'Add domain' }).click()
  await stranger.getByRole('button', { name: 'Check now' }).click()
  await stranger.getByText('The record was not found.').waitFor()
  await shot(stranger, 'set-up-domain')
  const [name, value] = await stranger.locator('dd code').allTextContents()
  names.records.set(name!, [value!])

  // Leaving and coming back continues where it was.
  await stranger.goto('about:blank')
  await stranger.goto(link)
  await heading(stranger, 'Email domain').waitFor()
  await stranger.getByRole('button', { name: 'Check now' }).click()
  await stranger.getByText('Proven', { exact: true }).waitFor()
  expect(await findAccessibilityProblems(stranger)).toEqual([])
  await stranger.getByRole('button', { name: 'Continue' }).click()
  await heading(stranger, 'Turn on').waitFor()
  await shot(stranger, 'set-up-finish')
  await stranger.getByRole('button', { name: 'Turn on and finish' }).click()
  await stranger.getByText('People with addresses at set-up.example.com now sign in').waitFor()
  await shot(stranger, 'set-up-done')
  await stranger.reload()
  await stranger.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  expect(await findAccessibilityProblems(stranger)).toEqual([])

  const code = new URL(link).hash.slice(1)
  expect(requests.filter((request) => request.includes(code))).toEqual([])
  const ofPage = requests.filter((request) => !request.includes('/api/') && !request.includes('identity-provider'))
  expect(ofPage.filter((request) => !request.startsWith(server.url))).toEqual([])
  await page.getByText('Finished', { exact: true }).first().waitFor()
  await shot(page, 'set-up-link-finished')

  const app = await openApp()
  await app.goto(`${server.url}/demo/handler/sign-in`)
  await app.getByLabel('Email').fill('grace@set-up.example.com')
  await app.getByRole('button', { name: 'Continue', exact: true }).click()
  await signInAtCompany(app, 'grace@set-up.example.com', 'Grace Hopper')
  await app.getByRole('heading', { name: 'Hello, Grace Hopper' }).waitFor()

  await open(`/teams/${teamId}?tab=connections`)
  await page.getByRole('button', { name: 'set-up.example.com', exact: true }).click()
  await page.getByRole('dialog', { name: 'set-up.example.com' }).waitFor()
  await shot(page, 'dashboard-domain')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Create directory' }).click()
  await page.getByRole('dialog', { name: 'Save the token now' }).waitFor()
  expect(await findAccessibilityProblems(page, 'dashboard-directory-token')).toEqual([])
  const token = (await page.locator('dialog code').textContent())!
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const [directory] = (await askAsAdmin('GET', `/directories?team_id=${teamId}`)).items as { url: string }[]
  const statuses: number[] = []
  for (const userName of ['ada@set-up.example.com', 'mallory@elsewhere.example.com']) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const body = JSON.stringify({ userName, displayName: 'Ada Lovelace' })
    statuses.push((await fetch(`${directory!.url}/Users`, { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([201, 409])
  await open(`/teams/${teamId}?tab=connections`)
  await page.getByRole('group', { name: 'Operations of the directory' }).getByText('Was refused').waitFor()
  await page.getByText('Added a user').waitFor()
  expect(await findAccessibilityProblems(page, 'dashboard-directory')).toEqual([])
})
