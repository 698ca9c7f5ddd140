import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { demoUrl, fillSignIn, signUp } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'
import { readKey, saveRecoveryCodes, totpOfKey } from './totp.ts'

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
  const key = await readKey(tab)
  await shot(tab)
  await tab.getByLabel('Code', { exact: true }).fill(totpOfKey(key))
  await heading(tab, 'Recovery codes').waitFor()
  expect(await findAccessibilityProblems(tab)).toEqual([])
  await shot(tab)
  expect(await saveRecoveryCodes(tab)).toHaveLength(10)
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

test('of two tabs that set it up at once, one shows recovery codes, and only what it has shown counts', async () => {
  const { askAsAdmin, openApp } = await openOwnedProject()
  const first = await openApp()
  const person = await signUp(first)
  const config = { magic_link_enabled: true, second_factor: 'required', second_factor_required_from_millis: null }
  await askAsAdmin('PATCH', '/internal/projects/current', { config })
  const tabs = [first, await first.context().newPage()]
  const open = async (tab: Page) => {
    await tab.goto(`${demoUrl}handler/mfa`)
    return readKey(tab)
  }
  const keys = await Promise.all(tabs.map(open))
  await Promise.all(tabs.map((tab, index) => tab.getByLabel('Code', { exact: true }).fill(totpOfKey(keys[index]!))))
  const outcomes = await Promise.all(
    tabs.map((tab) => tab.getByRole('heading', { name: /^(Recovery codes|Already set up)$/ }).textContent()),
  )
  const winner = outcomes.indexOf('Recovery codes')
  expect(outcomes[1 - winner]).toBe('Already set up')
  await shot(tabs[1 - winner]!)
  const [recoveryCode] = await saveRecoveryCodes(tabs[winner]!)
  await tabs[1 - winner]!.getByRole('button', { name: 'Continue' }).click()
  await Promise.all(tabs.map((tab) => tab.waitForURL(demoUrl)))

  const signIn = async () => {
    const page = await openApp()
    await page.goto(`${demoUrl}notes`)
    await fillSignIn(page, person)
    await page.getByLabel('Code').waitFor()
    return page
  }
  const withApp = await signIn()
  await withApp.keyboard.type(totpOfKey(keys[winner]!))
  await withApp.waitForURL(`${demoUrl}notes`)
  const withoutPhone = await signIn()
  await withoutPhone.getByRole('button', { name: 'Use a recovery code' }).click()
  await withoutPhone.keyboard.type(recoveryCode!)
  await withoutPhone.keyboard.press('Enter')
  await withoutPhone.waitForURL(`${demoUrl}notes`)
})
