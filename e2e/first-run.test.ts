import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser } from './browser.ts'
import { createAndStartApp } from './created-app.ts'
import { signUp } from './next-pages.ts'
import { shot } from './shot.ts'
import { type StartedServer, startServer } from './start-server.ts'

// From a new server to the first sign-up in an app of one's own, with nothing but what the pages say.

let server: StartedServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

const owner = newPerson()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Creates the owner's account for the first project, and signs in for the others. */
async function createProject(name: string, { hasMagicLink = true } = {}): Promise<Page> {
  const page = await openBrowser()
  await page.goto(`${server.url}/dashboard`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Create your first project|Overview/ }).waitFor()
  await page.goto(`${server.url}/dashboard/new-project`)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('checkbox', { name: /^Google/ }).check()
  await page.getByRole('checkbox', { name: /^Magic link/ }).setChecked(hasMagicLink)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await shot(page)
  await page.getByRole('button', { name: 'Create project' }).click()
  await heading(page, 'Connect your app').waitFor()
  return page
}

test('a Vite app is created, runs, and its first user shows up in the dashboard', async () => {
  const page = await createProject('Fieldnotes')
  await page.getByText('Waiting for the first sign-up').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await shot(page)
  const app = await createAndStartApp(await page.getByRole('region', { name: 'New app' }).innerText())
  try {
    const visitor = await openBrowser()
    await visitor.goto(app.url)
    await visitor.getByRole('link', { name: 'Create an account' }).click()
    // With the mock identity provider, and no keys of Google.
    await visitor.getByRole('button', { name: /Google/ }).click()
    // The page before has such a field too.
    await visitor.waitForURL('**/development-identity-provider/**')
    await visitor.getByRole('textbox', { name: /email/i }).fill('ada@example.com')
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('heading', { name: /^Hello, / }).waitFor()

    await page.getByText('has signed up').waitFor()
    const asked = page.waitForEvent('dialog')
    void page.evaluate(() => location.reload())
    await (await asked).dismiss()
    await page.getByRole('link', { name: 'View users' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('link', { name: 'Sign-in methods' }).first().click()
    const link = page.getByRole('link', { name: 'Open in your app' })
    await expect.poll(() => link.getAttribute('href')).toBe(`${app.url}/handler/sign-in`)

    const { dependencies } = JSON.parse(readFileSync(join(app.folder, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies)).toEqual(['@latchkey/react', 'react', 'react-dom'])
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: app.folder })
  } finally {
    await app.stop()
  }
}, 600_000)

test('a Next.js app is created and runs, without a secret key', async () => {
  const page = await createProject('Shop', { hasMagicLink: false })
  await page.getByRole('tab', { name: 'Next.js' }).click()
  const app = await createAndStartApp(await page.getByRole('region', { name: 'New app' }).innerText())
  try {
    const { email } = await signUp(await openBrowser(), app.url, { heading: 'Hello, ', asksTwice: false })
    await page.getByText(`${email} has signed up`).waitFor()
    expect(readFileSync(join(app.folder, '.env.local'), 'utf8')).not.toMatch(/ssk_|sak_/)
  } finally {
    await app.stop()
  }
}, 600_000)
