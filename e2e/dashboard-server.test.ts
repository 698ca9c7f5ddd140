import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'
import { type StartedServer, startServer } from './start-server.ts'

// A separate server, because its owner must also own the internal project.

const operator = newPerson()
let server: StartedServer

beforeAll(async () => {
  server = await startServer({
    LATCHKEY_INTERNAL_USER_EMAIL: operator.email,
    LATCHKEY_INTERNAL_USER_PASSWORD: operator.password,
    LATCHKEY_INTERNAL_USER_IS_ADMIN: 'on',
    LATCHKEY_RATE_LIMITS: 'on',
    LATCHKEY_QUOTA_USERS: '4',
    LATCHKEY_CRON_SECRET: 'a secret that nobody may see in a page',
  })
})

afterAll(() => server?.stop())

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}/dashboard${path}`)
  await page.waitForURL(/\/handler\/sign-in/)
  await page.getByLabel('Email').fill(operator.email)
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/dashboard${path}`)
}

test("shows operators the server's health and settings without secrets", async () => {
  const { askAsAdmin, page: owner } = await openOwnedProject(server.url)
  for (let count = 0; count < 4; count++) await askAsAdmin('POST', '/users', {})
  await owner.context().close()
  const page = await openBrowser()
  await signIn(page, '/projects/internal')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Server' }).click()
  await heading(page, 'Server').waitFor()
  await page.getByRole('group', { name: 'Nodes' }).getByText('Running').waitFor()
  await page.getByText('This server’s inbox, for development').waitFor()
  await page.getByRole('row', { name: 'send-email' }).waitFor()
  await page.getByText('No failed jobs').waitFor()
  await page.getByRole('row', { name: '4 of 4' }).getByText('100%').waitFor()
  await shot(page, 'dashboard-server')
  await page.getByLabel('Filter settings').fill('cron')
  const row = page.getByRole('row', { name: 'LATCHKEY_CRON_SECRET' })
  await row.getByRole('cell', { name: '••••••••', exact: true }).waitFor()
  await row.getByText('Environment').waitFor()
  expect(await page.content()).not.toContain('a secret that nobody may see')
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.setViewportSize({ width: 380, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
