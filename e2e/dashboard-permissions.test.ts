import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { serverUrl } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'

test('creates a permission inside others, makes it a default and deletes it', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await open('/permissions')
  const roles = page.getByRole('group', { name: 'Roles' })
  await roles.getByRole('row', { name: /team_admin/ }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  // The text of the first tab aligns with the rest of the page.
  const startOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  }
  const title = await page.getByRole('heading', { level: 1 }).evaluate(startOf)
  expect(await page.getByRole('tab', { name: 'In teams' }).evaluate(startOf)).toBe(title)

  await page.getByRole('button', { name: 'Create permission' }).click()
  await page.getByLabel('ID', { exact: true }).fill('Read reports')
  await page.keyboard.press('Enter')
  await page.getByText('Use lowercase letters').waitFor()
  await page.getByLabel('ID', { exact: true }).fill('read_reports')
  await page.getByRole('dialog').getByRole('checkbox', { name: '$read_members' }).check()
  await page.keyboard.press('Enter')
  await page.getByText('read_reports was created.').waitFor()
  // It contains another permission, so it is a role and a column of the matrix.
  await roles.getByRole('row', { name: /read_reports/ }).waitFor()
  const matrix = page.getByRole('group', { name: 'Permissions of each role' })
  await matrix.getByRole('columnheader', { name: 'read_reports' }).waitFor()
  // The names of permissions stay in view on a phone.
  await page.setViewportSize({ width: 380, height: 800 })
  await matrix.evaluate((frame) => frame.scrollTo({ left: 400 }))
  const nameOfRow = matrix.getByRole('rowheader', { name: '$read_members' })
  const startOfFrame = (await matrix.boundingBox())!.x
  expect(Math.abs((await nameOfRow.boundingBox())!.x - startOfFrame)).toBeLessThan(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(380)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('checkbox', { name: 'New members get read_reports' }).click()
  await page.getByText('New members get read_reports.').waitFor()
  const { config } = await askAsAdmin('GET', '/internal/projects/current')
  expect(config).toMatchObject({
    team_member_default_permissions: [{ id: 'read_reports' }, { id: 'team_member' }],
  })

  // New members have it and the permissions it contains.
  const { id: user_id } = await askAsAdmin('POST', '/users', { display_name: '<b>Grace</b>' })
  const { id: team_id } = await askAsAdmin('POST', '/teams', { display_name: 'Acme 🚀' })
  await askAsAdmin('POST', `/team-memberships/${team_id}/${user_id}`, {})
  await page.getByRole('button', { name: 'Who has read_reports' }).click()
  await page.getByRole('row', { name: '<b>Grace</b> Acme 🚀 Granted' }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Who has $read_members' }).click()
  await page.getByRole('row', { name: /<b>Grace<\/b> Acme 🚀 Through read_reports/ }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  await roles.getByRole('row', { name: /^read_reports\b.* 1\b/ }).waitFor()
  await page.getByRole('button', { name: 'Delete read_reports' }).click()
  await page.getByText('In use: 1 member has this role and will lose it.').waitFor()
  await page.getByLabel('Type').fill('read_reports')
  await page.keyboard.press('Enter')
  await page.getByText('read_reports was deleted.').waitFor()
  expect(await page.getByRole('row', { name: /read_reports/ }).count()).toBe(0)

  await page.getByRole('tab', { name: 'In the project' }).click()
  await page.getByText('No permissions yet').waitFor()
  // The URL contains the selected scope.
  await page.reload()
  await page.getByText('No permissions yet').waitFor()
  await page.goBack()
  await roles.getByRole('row', { name: /team_admin/ }).waitFor()
  await page.goForward()
  await page.getByText('No permissions yet').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})

test('keeps the changes of two owners who edit the defaults at the same time', async () => {
  const { page, open, id, askAsAdmin } = await openOwnedProject()
  for (const name of ['first', 'second']) await askAsAdmin('POST', '/team-permission-definitions', { id: name })
  await open('/permissions')
  const other = await page.context().newPage()
  await other.goto(`${serverUrl}/dashboard/projects/${id}/permissions`)
  const box = (owner: Page, name: string) => owner.getByRole('checkbox', { name: `New members get ${name}` })
  await box(other, 'second').waitFor()
  // Neither page gets live updates.
  for (const owner of [page, other]) await owner.route('**/live-updates', (route) => route.abort())
  await box(page, 'first').click()
  await page.getByText('New members get first.').waitFor()
  await box(other, 'second').click()
  await other.getByText('New members get second.').waitFor()
  await box(page, 'team_member').click()
  await page.getByText('New members no longer get team_member.').waitFor()
  const { config } = await askAsAdmin('GET', '/internal/projects/current')
  expect(config).toMatchObject({ team_member_default_permissions: [{ id: 'first' }, { id: 'second' }] })
})
