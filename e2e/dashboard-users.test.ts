import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, serverUrl, signUp } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'

interface DebuggedPage {
  __LATCHKEY__: { app: { getUser(): Promise<unknown> } }
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** The names in the table, from top to bottom. */
const namesOn = (page: Page) => page.locator('tbody .ui-row-link').allInnerTexts()
const expectNames = (page: Page, names: string[]) => expect.poll(() => namesOn(page)).toEqual(names)

test('finds and restricts a user, who is signed out in an open tab', async () => {
  const { page, open, openApp, askAsAdmin } = await openOwnedProject()
  await askAsAdmin('PATCH', '/internal/projects/current', { config: { credential_enabled: true } })
  const app = await openApp()
  const mallory = await signUp(app, newPerson())
  for (const display_name of ['Ada', 'Grace']) await askAsAdmin('POST', '/users', { display_name })

  await open('/users')
  await page.getByRole('searchbox', { name: 'Search' }).fill(mallory.email.slice(0, 20))
  await expectNames(page, [mallory.email])
  expect(new URL(page.url()).searchParams.get('query')).toBe(mallory.email.slice(0, 20))
  await page.getByRole('button', { name: `Actions for ${mallory.email}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Restrict' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Restrict ${mallory.email}?` })
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Restrict user' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('Sent spam')
  await dialog.getByRole('button', { name: 'Restrict user' }).click()
  await rowOf(page, mallory.email).getByText('Restricted').waitFor()

  // Triggers the next request of the tab.
  await app.evaluate(() => (globalThis as unknown as DebuggedPage).__LATCHKEY__.app.getUser())
  await app.getByRole('link', { name: 'Create an account' }).waitFor()
})

test('filters and paginates users, and keeps the state in the URL', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  const { id: team_id } = await askAsAdmin('POST', '/teams', { display_name: 'Acme' })
  for (let n = 1; n <= 53; n++) {
    const { id } = await askAsAdmin('POST', '/users', {
      display_name: `Person ${n}`,
      primary_email: `person-${n}@example.com`,
      primary_email_verified: n % 10 === 0,
    })
    if (n === 20 || n === 21) await askAsAdmin('POST', `/team-memberships/${team_id}/${id}`, {})
  }
  // Tall enough to show all rows of a page.
  await page.setViewportSize({ width: 1280, height: 2800 })
  await open('/users')
  const last = Array.from({ length: 53 }, (_, index) => `Person ${53 - index}`)
  await expectNames(page, last.slice(0, 50))
  await page.getByRole('button', { name: 'Next' }).click()
  await expectNames(page, last.slice(50))
  await page.reload()
  await expectNames(page, last.slice(50))
  await page.goBack()
  await expectNames(page, last.slice(0, 50))

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Email address').selectOption('Verified')
  await expectNames(page, ['Person 50', 'Person 40', 'Person 30', 'Person 20', 'Person 10'])
  await page.getByRole('radio', { name: 'Acme' }).check()
  await expectNames(page, ['Person 20'])
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.reload()
  await expectNames(page, ['Person 20'])
  await page.getByText('In Acme').waitFor()
  await page.getByRole('button', { name: 'Remove filter: Verified' }).click()
  await expectNames(page, ['Person 21', 'Person 20'])

  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Two-factor' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Email' }).press('Enter')
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Two-factor' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Email' }).count()).toBe(0)
})

test('renders only the rows in view, and the others when needed', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  for (let n = 1; n <= 53; n++) await askAsAdmin('POST', '/users', { display_name: `Person ${n}` })
  await page.setViewportSize({ width: 1280, height: 800 })
  await open('/users')
  const table = page.getByRole('group', { name: 'Users' }).getByRole('table')
  await page.getByRole('link', { name: 'Person 53' }).waitFor()
  expect(await table.getAttribute('aria-rowcount')).toBe('51')
  expect((await namesOn(page)).length).toBeLessThan(40)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  // Column widths and the scroll height do not change while scrolling.
  const widths = () => page.getByRole('columnheader').evaluateAll((all) => all.map((each) => each.clientWidth))
  const [before, height] = [await widths(), (await table.boundingBox())!.height]
  await page.getByRole('group', { name: 'Users' }).press('End')
  await page.getByRole('link', { name: 'Person 4', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Person 53' }).count()).toBe(0)
  expect(await page.getByRole('row', { name: 'Person 4', exact: false }).last().getAttribute('aria-rowindex')).toBe(
    '51',
  )
  expect(await widths()).toEqual(before)
  expect(Math.abs((await table.boundingBox())!.height - height)).toBeLessThanOrEqual(1)

  // There is one scrollbar.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0)

  // Selects all users, not only rendered ones, and nothing moves.
  const frame = page.getByRole('group', { name: 'Users' })
  const place = await frame.boundingBox()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('50 selected').waitFor()
  expect(await frame.boundingBox()).toEqual(place)
  await page.getByRole('checkbox', { name: 'Select Person 4', exact: true }).uncheck()
  await page.getByText('49 selected').waitFor()

  // The browser's search only finds rendered text, so it renders all rows.
  await page.keyboard.press('Control+f')
  await expect.poll(async () => (await namesOn(page)).length).toBe(50)

  // On phones the page scrolls and contains all rows.
  await page.setViewportSize({ width: 380, height: 800 })
  await page.reload()
  await expect.poll(async () => (await namesOn(page)).length).toBe(50)
})

test('keeps all columns in view for every sort order', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await askAsAdmin('POST', '/users', { display_name: 'Ada', primary_email: `${'ada.'.repeat(8)}lovelace@example.com` })
  for (const path of ['/users', '/users?sort=active', '/users?sort=name']) {
    await open(path)
    await page.getByRole('link', { name: 'Ada' }).waitFor()
    for (const width of [380, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const table = page.getByRole('group', { name: 'Users' })
      expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0)
    }
  }
  // The last visible column has the same edge as the last column.
  await askAsAdmin('POST', '/teams', { display_name: 'Acme' })
  await page.setViewportSize({ width: 380, height: 800 })
  await open('/teams')
  const cells = page.getByRole('row', { name: 'Acme' }).locator('td:visible')
  expect(await cells.last().evaluate((element) => getComputedStyle(element).paddingInlineEnd)).toBe('16px')
})

test('changes many users and reports failures', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await askAsAdmin('POST', '/teams', { display_name: 'Acme' })
  const hostile = ['<b>bold</b> & "quotes"', 'שלום עולם', '👩‍🚀 Zoë', `=1+1 ${'x'.repeat(200)}`]
  const ids: string[] = []
  for (const display_name of ['Ada', ...hostile]) {
    ids.push(String((await askAsAdmin('POST', '/users', { display_name })).id))
  }
  await askAsAdmin('POST', '/auth/sessions', { user_id: ids[0] })
  await open('/users')
  await page.setViewportSize({ width: 380, height: 800 })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('5 selected').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  const bar = page.getByRole('region', { name: 'Selected users' })

  const saved = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Export CSV' }).click()
  const exported = await readFile(await (await saved).path(), 'utf8')
  expect(exported.trim().split('\r\n')).toHaveLength(6)
  expect(exported).toContain(`,'=1+1 xxx`)

  await bar.getByRole('button', { name: 'Add to team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to team' }).click()
  await page.getByText('Choose a team.').waitFor()
  await page.getByRole('radio', { name: 'Acme' }).check()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('5 users are now members.').waitFor()
  expect(await bar.count()).toBe(0)

  await page.getByRole('checkbox', { name: 'Select Ada' }).check()
  await bar.getByRole('button', { name: 'Revoke sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke sessions' }).click()
  await page.getByText('The sessions of Ada were revoked.').waitFor()
  expect(await askAsAdmin('GET', `/auth/sessions?user_id=${ids[0]}`)).toMatchObject({ items: [] })

  // One of them is already deleted, which does not affect the other requests.
  await page.route(`**/users/${ids[2]}`, (route) => route.fulfill({ status: 400, body: 'Not this one.' }))
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 5 users?' })
  expect(await dialog.getByRole('button', { name: 'Delete 5 users' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Type').fill('5 users')
  await page.keyboard.press('Enter')
  await page.getByText('4 done, 1 failed.').waitFor()
  await page.getByText('Not this one.').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await expectNames(page, ['שלום עולם'])
  await page.getByText('1 selected').waitFor()
  const { items } = (await askAsAdmin('GET', '/internal/audit-entries?action=user.deleted')) as { items: unknown[] }
  expect(items).toHaveLength(4)
})

test('imports users from a file, exports and invites them', async () => {
  const { page, open, startLocalApp } = await openOwnedProject()
  await startLocalApp()
  await open('/users')
  await page.getByText('No users yet').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  const taken = `ada-${randomUUID()}@example.com`
  const lines = [
    'E-Mail;Full name;email_verified;plan',
    `${taken};"Ada; Countess";true;pro`,
    `${taken.toUpperCase()};Twice;true;`,
    'nobody;Nobody;;',
    `grace-${taken};'=1+1;no;`,
  ]
  const upload = (text: string) =>
    page.getByLabel('File').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload(lines[0]!)
  await page.getByText('The file has no lines after the header.').waitFor()
  await upload(lines.join('\n'))
  await page.getByText('2 lines cannot be imported').waitFor()
  await page.getByText('Line 3: Same email address as in line 2.').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByLabel('Field for E-Mail').selectOption('Skip')
  await page.getByText('Choose the column with the email addresses.').waitFor()
  expect(await page.getByRole('button', { name: 'Import 0 users' }).isDisabled()).toBe(true)
  await page.getByLabel('Field for E-Mail').selectOption('Email')
  await page.getByRole('button', { name: 'Import 2 users' }).click()
  await page.getByText('2 users imported, 2 not imported.').waitFor()
  const failed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download failed lines' }).click()
  expect(await readFile(await (await failed).path(), 'utf8')).toContain('nobody,Nobody,,,“nobody” is not an email')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Ada; Countess' }).waitFor()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const exported = await readFile(await (await saved).path(), 'utf8')
  expect(exported).toContain(`,${taken},true,Ada; Countess,`)
  expect(exported).toContain(`,grace-${taken},false,'=1+1,`)

  // All exported email addresses are already in use.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  await upload(exported)
  await page.getByRole('button', { name: 'Import 2 users' }).click()
  await page.getByText('0 users imported, 2 not imported.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  const { email } = newPerson()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.keyboard.type(email)
  await page.getByRole('checkbox', { name: 'Create the account now' }).check()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`${email} was invited.`).waitFor()
  await rowOf(page, email).waitFor()
  const emails = (await (await fetch(`${serverUrl}/inbox/emails.json`)).json()) as { to: string[] }[]
  expect(emails.filter(({ to }) => to.includes(email))).toHaveLength(1)
})
