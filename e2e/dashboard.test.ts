import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'
import { type StartedServer, startServer } from './start-server.ts'

// A separate server, because the first run needs one without owners.

let server: StartedServer
const owner = newPerson()

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server?.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const goTo = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true }).first().click()

let session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined

/** The owner's dashboard. Signs in on first use. */
async function openDashboard(): Promise<Page> {
  const page = await openBrowser({ ...(session && { storageState: session }) })
  await page.goto(`${server.url}/dashboard`)
  if (!session) {
    await page.waitForURL(/\/handler\/sign-in/)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.keyboard.press('Enter')
  }
  await heading(page, 'Overview').waitFor()
  session ??= await page.context().storageState()
  return page
}

test('leads from the first account to keys, and shows the first sign-up live', async () => {
  const page = await openBrowser()
  await page.goto(`${server.url}/dashboard`)
  await heading(page, 'Welcome to Latchkey').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  // By keyboard only, from here to the keys.
  await page.getByLabel('Email').fill(owner.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(owner.password)
  await page.keyboard.press('Enter')
  await heading(page, 'Create your first project').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.keyboard.type('Fieldnotes')
  await page.keyboard.press('Enter')
  await heading(page, 'Connect your app').waitFor()
  await page.getByText('Waiting for the first sign-up').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  // Runs the code from the page.
  await page.getByRole('tab', { name: 'Node.js' }).click()
  const folder = await mkdtemp(fileURLToPath(new URL('../node_modules/.first-run-', import.meta.url)))
  const textOf = (name: string) => page.getByRole('region', { name }).innerText()
  await writeFile(join(folder, '.env'), `${await textOf('.env')}\n${await textOf('Secret server key')}`)
  await writeFile(join(folder, 'app.mjs'), await textOf('first-user.mjs'))
  const { stdout } = await promisify(execFile)(process.execPath, ['--env-file=.env', 'app.mjs'], { cwd: folder })
  expect(stdout).toContain('ada@example.com')
  await page.getByText('Ada has signed up').waitFor()
  await page.getByRole('link', { name: 'View users' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('link', { name: 'Ada' }).click()
  await heading(page, 'Ada').waitFor()
  await rm(folder, { recursive: true })
})

test('gives the first owner the server and the demo', async () => {
  const page = await openDashboard()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Server' }).click()
  await page.getByRole('group', { name: 'Nodes' }).getByText('Running').waitFor()

  const { projectId, publishableClientKey } = await (await fetch(`${server.url}/demo/config.json`)).json()
  const body = { ...newPerson(), verification_callback_url: `${server.url}/demo/handler/email-verification` }
  await fetch(`${server.url}/api/v1/auth/password/sign-up`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': publishableClientKey,
    },
    body: JSON.stringify(body),
  })
  await page.goto(`${server.url}/dashboard/projects`)
  await page.getByRole('link', { name: 'Latchkey demo' }).click()
  await goTo(page, 'Users')
  await page.getByText(body.email).first().waitFor()
})

test('goes back and forward, and can be reloaded', async () => {
  const page = await openDashboard()
  for (const title of ['Audit log', 'Settings']) {
    await goTo(page, title)
    await heading(page, title).waitFor()
  }
  await page.goBack()
  await heading(page, 'Audit log').waitFor()
  await page.goForward()
  await heading(page, 'Settings').waitFor()
  await page.reload()
  await heading(page, 'Settings').waitFor()
})

test('finds pages, settings and users in the search', async () => {
  const page = await openDashboard()
  const search = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search pages, settings, users').waitFor()
    await page.keyboard.type(text)
  }
  await search('domai')
  await page.getByRole('option', { name: 'Domains' }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await heading(page, 'Domains').waitFor()

  await search('delete pro')
  await page.keyboard.press('Enter')
  await heading(page, 'Settings').waitFor()
  expect(new URL(page.url()).hash).toBe('#delete')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)

  await search('ada@exam')
  await page.getByRole('option', { name: 'Ada' }).waitFor()
  await page.keyboard.press('Enter')
  await heading(page, 'Ada').waitFor()
})

test('does things from the search', async () => {
  const page = await openDashboard()
  const run = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search pages, settings, users').fill(text)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
  }
  await run('dark')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await run('system theme')
  await run('email sent')
  await page.waitForURL(/\/emails\/sent$/)
  await run('create user')
  await page.getByRole('dialog', { name: 'Create user' }).getByLabel('Email', { exact: true }).fill('grace@example.com')
  await page.keyboard.press('Enter')
  await heading(page, 'grace@example.com').waitFor()
  await goTo(page, 'Overview')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'grace@example.com' }).click()
  await heading(page, 'grace@example.com').waitFor()
})

test('asks about unsaved changes, and shows saved ones to others', async () => {
  const page = await openDashboard()
  await goTo(page, 'Settings')
  await page.getByLabel('Description').fill('Notes from the field')
  await goTo(page, 'Users')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The settings were saved.').waitFor()
  await goTo(page, 'Users')
  await heading(page, 'Users').waitFor()

  const other = await openDashboard()
  await goTo(other, 'Settings')
  await expect.poll(() => other.getByLabel('Description').inputValue()).toBe('Notes from the field')
})

test('adds, checks and removes a domain, and undoes the removal', async () => {
  const page = await openDashboard()
  await goTo(page, 'Domains')
  await page.getByRole('button', { name: 'Add domain' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add domain' })
  // The dialog opens once the domains are loaded.
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter the address of your app').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.keyboard.type('http://fieldnotes.example/path')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: 'http://fieldnotes.example' })
  await row.waitFor()
  const check = page.getByRole('listitem').filter({ hasText: 'Failed: http://fieldnotes.example is not safe' })
  await check.getByText('Trusted domains should be HTTPS.').waitFor()
  await page.getByRole('button', { name: 'Remove http://fieldnotes.example' }).click()
  await page.getByText('No trusted domains yet').waitFor()
  const removal = page.getByRole('listitem').filter({ hasText: 'http://fieldnotes.example was removed.' })
  await removal.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
})

test('shows keys once, which work until they are revoked', async () => {
  const page = await openDashboard()
  await goTo(page, 'API keys')
  await page.getByRole('button', { name: 'Create keys' }).click()
  await page.getByLabel('Name').fill('Website')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Save your keys now' })
  await shown.getByRole('tab', { name: 'Node.js' }).click()
  const textOf = (name: string) => shown.getByRole('region', { name }).innerText()
  const env = `${await textOf('.env')}\n${await textOf('Secret server key')}`
  const find = (name: string) => new RegExp(`LATCHKEY_${name}=(.*)`).exec(env)![1]!
  const ask = () =>
    fetch(`${server.url}/api/v1/users`, {
      headers: {
        'x-stack-access-type': 'server',
        'x-stack-project-id': find('PROJECT_ID'),
        'x-stack-secret-server-key': find('SECRET_SERVER_KEY'),
      },
    })
  expect((await ask()).status).toBe(200)
  // Twice, because browsers close a dialog at the second time even if the page objects.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'I have saved them' }).click()
  await shown.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: 'Website' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByLabel('Type “Website” to confirm').fill('Website')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Website' }).getByText('Revoked').waitFor()
  expect((await ask()).status).toBe(401)
})

test('restricts a user with a reason, and lifts the restriction', async () => {
  const page = await openDashboard()
  const person = newPerson()
  await goTo(page, 'Users')
  await page.getByRole('button', { name: 'Create user' }).first().click()
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password (optional)').fill(person.password)
  await page.keyboard.press('Enter')
  await heading(page, person.email).waitFor()
  await page.getByRole('button', { name: 'Restrict' }).click()
  await page.keyboard.type('Sent spam')
  await page.getByRole('button', { name: 'Restrict user' }).click()
  await page.getByText('This user is restricted').waitFor()
  await page.getByText('Sent spam').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Lift' }).click()
  await page.getByText('This user is restricted').waitFor({ state: 'detached' })
})

test('shows that the server is unreachable, and recovers when it returns', async () => {
  const page = await openDashboard()
  await page.context().setOffline(true)
  await page.getByText('Cannot reach the server.').waitFor()
  await heading(page, 'Overview').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Cannot reach the server.').waitFor({ state: 'detached' })
})

test('fits unusual names into every list on a phone', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject(server.url)
  const names = ['<b>bold</b> & "quotes"', 'שלום עולם', '👩‍🚀 Zoë', 'x'.repeat(200)]
  const longDomain = `https://${'a-long-name.'.repeat(10)}example`
  const override: Record<string, object> = {}
  for (const [index, name] of names.entries()) {
    const id = `id_${index}_${'x'.repeat(50)}`
    await askAsAdmin('POST', '/users', { display_name: name, primary_email: newPerson().email })
    await askAsAdmin('POST', '/teams', { display_name: name })
    await askAsAdmin('POST', '/team-permission-definitions', { id, description: name, contained_permission_ids: [] })
    await askAsAdmin('POST', '/internal/api-keys', {
      description: name,
      expires_at_millis: Date.now() + 86_400_000,
      has_publishable_client_key: true,
      has_secret_server_key: false,
      has_super_secret_admin_key: false,
    })
    const url = `https://example.com/${'x'.repeat(200)}`
    await askAsAdmin('POST', '/internal/webhook-endpoints', { url, description: name, is_enabled: false })
    for (const kind of ['templates', 'themes', 'drafts'])
      await askAsAdmin('POST', `/internal/email-${kind}`, { display_name: name })
    override[`payments.groups.${id}`] = { displayName: name }
    override[`payments.items.${id}`] = { displayName: name, customerType: 'user' }
    override[`payments.offers.${id}`] = {
      displayName: name,
      customerType: 'user',
      prices: { monthly: { USD: '19', interval: [1, 'month'] } },
      includedItems: { [id]: { quantity: 5 } },
    }
    override[`dataVault.stores.${id}`] = { displayName: name }
  }
  await askAsAdmin('PATCH', '/internal/config/override', { config_override_string: JSON.stringify(override) })
  const domains = [{ domain: longDomain, handler_path: `/${'deep/'.repeat(30)}` }]
  await askAsAdmin('PATCH', '/internal/projects/current', { config: { domains }, display_name: names.join(' ') })

  await page.setViewportSize({ width: 380, height: 800 })
  const lists = ['/users', '/teams', '/permissions', '/api-keys', '/webhooks', '/payments', '/data-vault']
  const emails = ['/emails', '/emails/themes', '/emails/drafts']
  for (const path of [...lists, ...emails, '/domains', '/audit-log', '/settings']) {
    await open(path)
    const shown = lists.includes(path) || emails.includes(path) ? names : path === '/domains' ? [longDomain] : []
    for (const name of shown) await page.getByRole('main').getByText(name).first().waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
    expect(await page.getByRole('main').locator('b').count(), path).toBe(0)
  }
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})

test('redirects to sign-in after a sign-out elsewhere', async () => {
  const page = await openDashboard()
  const url = page.url()
  // An open page would notice it and redirect at the same time.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForURL(/\/handler\/sign-in/)
})
