import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { openOwnedProject } from './owned-project.ts'

test('filters the audit log, shows details and exports it', async () => {
  const { page, open, askAsAdmin, askAsOwner } = await openOwnedProject()
  const ada = await askAsAdmin('POST', '/users', { display_name: 'Ada' })
  await askAsAdmin('POST', '/users', { display_name: 'Grace' })
  await open('/audit-log')
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByLabel('Action').selectOption('user.created')
  await page.waitForURL(/action=user\.created/)
  const rows = page.getByRole('table').getByRole('row', { name: /user\.created/ })
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Target ID').fill(String(ada.id))
  await expect.poll(() => rows.count()).toBe(1)

  const { primary_email } = await askAsOwner('GET', '/users/me')
  await rows.getByText(String(primary_email)).waitFor()
  await page.setViewportSize({ width: 1024, height: 800 })
  const table = page.getByRole('group', { name: 'Audit log' })
  expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0)

  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('dialog', { name: 'user.created' }).getByText(String(ada.id)).first().waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`user.created,owner,`)

  await page.getByLabel('Until').fill('2020-01-01')
  await page.getByText('No entries match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rows.first().waitFor()
  expect(await page.getByLabel('Target ID').inputValue()).toBe('')
})
