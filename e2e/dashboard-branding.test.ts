import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { heading, openOwnedProject } from './owned-project.ts'

test('shows colors and name in the preview of both themes, and saves them for apps', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await open('/branding')
  await heading(page, 'Branding').waitFor()
  const light = page.locator('.branding-preview[data-mode="light"] .latchkey-scope')
  const dark = page.locator('.branding-preview[data-mode="dark"] .latchkey-scope')
  await light.getByText('Sign in to your account').waitFor()
  const buttonColor = (scope: typeof light) =>
    scope
      .locator('.lk-button[data-variant="primary"], button[type="submit"]')
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor)
  await page.getByLabel('Brand color', { exact: true }).fill('#7a1fa2')
  await expect.poll(() => buttonColor(light)).toBe('rgb(122, 31, 162)')
  // The preview stays in view.
  await page.evaluate(() => scrollTo(0, 600))
  expect(await light.getByText('Sign in to your account').isVisible()).toBe(true)
  expect(await light.evaluate((preview) => preview.getBoundingClientRect().top)).toBeGreaterThan(0)
  await page.getByText('Set each color').click()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  await page.getByLabel('Name', { exact: true }).fill('<b>Zoë</b> 👩‍🚀 שלום')
  await page.getByLabel('Buttons, light', { exact: true }).fill('#0057b7')
  await page.getByLabel('Buttons, dark', { exact: true }).fill('ffe600')
  await page.getByLabel('Text, light', { exact: true }).fill('#eeeeee')
  await page.getByText(/Hard to read on the card/).waitFor()
  await page.getByLabel('Text, light', { exact: true }).fill('')
  await light.getByText('<b>Zoë</b> 👩‍🚀 שלום').waitFor()
  await expect.poll(() => buttonColor(light)).toBe('rgb(0, 87, 183)')
  await page.getByRole('tab', { name: 'Dark' }).click()
  expect(await dark.getAttribute('data-latchkey-theme')).toBe('dark')
  await expect.poll(() => buttonColor(dark)).toBe('rgb(255, 230, 0)')
  await page.getByText("primaryForeground: '#15171b'").waitFor()

  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The branding was saved.').waitFor()
  const project = await askAsAdmin('GET', '/internal/projects/current')
  expect(project).toMatchObject({
    display_name: '<b>Zoë</b> 👩‍🚀 שלום',
    branding: { light: { primary: '#0057b7' }, dark: { primary: '#ffe600' } },
  })
  expect(project.branding).not.toHaveProperty('light.text')
})
