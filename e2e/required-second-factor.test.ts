import { expect, test } from 'vitest'
import { demoUrl, signUp } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'
import { totpOfKey } from './totp.ts'

test('a page of the app becomes the setup of a second factor that is now required, and continues after it', async () => {
  const { page, open, openApp } = await openOwnedProject()
  const tab = await openApp()
  await signUp(tab)
  await tab.getByRole('link', { name: 'Open my note' }).click()
  const note = tab.getByLabel('What do you want to remember?')
  await note.waitFor()
  const address = tab.url()

  await open('/sign-in-methods')
  await page.getByRole('radio', { name: /^Required/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Require a second factor?' })
  await dialog.getByText('1 of 1 user has none.').waitFor()
  await shot(page)
  await dialog.getByRole('button', { name: 'Require it' }).click()
  await page.getByText('A second factor is required.').waitFor()

  await note.fill('Only for my eyes')
  await tab.getByRole('button', { name: 'Save' }).click()
  await heading(tab, 'Two-factor authentication').waitFor()
  const key = (await tab.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())!
  await shot(tab)
  await tab.getByLabel('Code', { exact: true }).fill(totpOfKey(key))
  await tab.waitForURL(address)
  await note.fill('Only for my eyes')
  await tab.getByRole('button', { name: 'Save' }).click()
  await tab.getByText('Saved.').waitFor()

  await tab.goto(`${demoUrl}handler/account-settings#auth`)
  const section = tab.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByText(/requires it, so it can't be turned off\.$/).waitFor()
  expect(await section.getByRole('button').count()).toBe(0)
  await shot(tab)
})
