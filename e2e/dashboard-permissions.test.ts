import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { openOwnedProject } from './owned-project.ts'

test('a permission is created inside others, becomes a default, and is deleted', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await open('/permissions')
  await page.getByRole('row', { name: /team_admin/ }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  await page.getByRole('button', { name: 'Create permission' }).click()
  await page.getByLabel('ID', { exact: true }).fill('Read reports')
  await page.keyboard.press('Enter')
  await page.getByText('Use lowercase letters').waitFor()
  await page.getByLabel('ID', { exact: true }).fill('read_reports')
  await page.getByRole('dialog').getByRole('checkbox', { name: '$read_members' }).check()
  await page.keyboard.press('Enter')
  await page.getByText('read_reports was created.').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'read_reports' }).getByText('$read_members').waitFor()

  await page.getByRole('checkbox', { name: 'New members get read_reports' }).click()
  await page.getByText('New members get read_reports.').waitFor()
  const { config } = await askAsAdmin('GET', '/internal/projects/current')
  expect(config).toMatchObject({
    team_member_default_permissions: [{ id: 'read_reports' }, { id: 'team_member' }],
  })

  await page.getByRole('button', { name: 'Delete read_reports' }).click()
  await page.getByLabel('Type').fill('read_reports')
  await page.keyboard.press('Enter')
  await page.getByText('read_reports was deleted.').waitFor()
  expect(await page.getByRole('row', { name: /read_reports/ }).count()).toBe(0)

  await page.getByRole('tab', { name: 'In the project' }).click()
  await page.getByText('No permissions yet').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})
