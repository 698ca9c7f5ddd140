import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { demoUrl, newPerson, openBrowser, serverUrl } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'

const toMethods = async (page: Page, email: string) => {
  await page.goto('about:blank')
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use a different email' }).waitFor()
}

test('chosen in Branding, asks for the email first and does not tell whether it has an account', async () => {
  const owned = await openOwnedProject()
  await owned.open('/branding')
  await owned.page.getByLabel('Email first').check()
  await owned.page.locator('.branding-preview').getByText('Continue').waitFor()
  await owned.page.getByRole('button', { name: 'Save changes' }).click()
  await owned.page.getByText('The branding was saved.').waitFor()
  await shot(owned.page)

  const known = newPerson()
  await owned.askAsAdmin('POST', '/users', {
    primary_email: known.email,
    primary_email_auth_enabled: true,
    password: known.password,
  })
  const page = await owned.openApp()

  /** All requests with their answers, and what the page shows, without the address itself. */
  const visit = async (email: string) => {
    const traffic: string[] = []
    const hide = (text: string) => text.replaceAll(email, '…').replaceAll(encodeURIComponent(email), '…')
    const note = async (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
      const request = response.request()
      if (!request.url().startsWith(`${serverUrl}/api/`)) return
      traffic.push(hide(`${request.method()} ${request.url()} ${request.postData()} → ${response.status()}`))
    }
    page.on('response', note)
    await toMethods(page, email)
    const before = [...traffic].sort()
    const step = hide(await page.locator('.lk-card').ariaSnapshot())
    const usePassword = page.getByRole('button', { name: 'Use a password' })
    if (await usePassword.isVisible()) await usePassword.click()
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    const answer = page.waitForResponse((response) => response.url().endsWith('/auth/password/sign-in'))
    await page.keyboard.press('Enter')
    const refusal = hide(await (await answer).text())
    await page.getByText('Wrong email or password.').waitFor()
    page.off('response', note)
    return { before, step, refusal, failed: hide(await page.locator('.lk-card').ariaSnapshot()) }
  }
  const seen = await visit(known.email)
  expect(await visit(newPerson().email)).toEqual(seen)
  expect(seen.before.join('\n')).not.toContain('…')

  await toMethods(page, known.email)
  await shot(page)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.goBack()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(known.email)
  await shot(page)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})

test('a person who is not from that project sees the tabs of the contract', async () => {
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByRole('tab', { name: 'Password' }).waitFor()
})
