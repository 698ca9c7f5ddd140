import { expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { demoUrl, fillSignIn, openBrowser, signUp } from './browser.ts'
import { totpOfKey, wrongTotpOfKey } from './totp.ts'

test('a person names themselves, and the name is everywhere', async () => {
  const page = await openBrowser()
  await signUp(page)
  await page.goto(`${demoUrl}handler/account-settings#profile`)
  await page.getByRole('button', { name: 'Edit display name' }).click()
  await page.getByRole('textbox', { name: 'Display name' }).fill('Ada Lovelace')
  await page.keyboard.press('Enter')
  await page.getByText('Ada Lovelace').first().waitFor()
  await page.goto(demoUrl)
  await page.getByRole('heading', { name: 'Hello, Ada Lovelace' }).waitFor()
})

test('a new password works and the old one does not; other devices are signed out', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  const phone = await openBrowser({ width: 380 })
  await phone.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(phone, person)
  await phone.waitForURL(demoUrl)

  await page.goto(`${demoUrl}handler/account-settings#auth`)
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password', { exact: true }).fill('a better password')
  await page.getByLabel('Confirm new password').fill('a better password')
  await page.keyboard.press('Enter')
  await page.getByText('Your password has been changed.').waitFor()

  await page.goto(`${demoUrl}handler/account-settings#sessions`)
  await page.getByText('This device').waitFor()
  expect(await page.getByText('Other session').count()).toBe(0)

  const elsewhere = await openBrowser()
  await elsewhere.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(elsewhere, person)
  await elsewhere.getByText('Wrong email or password.').waitFor()
  await elsewhere.getByLabel('Password', { exact: true }).fill('a better password')
  await elsewhere.keyboard.press('Enter')
  await elsewhere.waitForURL(demoUrl)
})

test('a second factor is required at the next sign-in, until it is disabled', async () => {
  const page = await openBrowser({ colorScheme: 'dark' })
  const person = await signUp(page)
  await page.goto(`${demoUrl}handler/account-settings#auth`)
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Set up' }).click()
  await section.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const key = (await section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())!
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.keyboard.type(wrongTotpOfKey(key))
  await section.getByText('Wrong code. Enter the one your app shows now.').waitFor()
  await page.keyboard.type(totpOfKey(key))
  await section.getByRole('button', { name: 'Turn off' }).waitFor()

  const elsewhere = await openBrowser()
  await elsewhere.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(elsewhere, person)
  await elsewhere.getByRole('heading', { name: 'One more step' }).waitFor()
  await elsewhere.keyboard.type(totpOfKey(key))
  await elsewhere.waitForURL(demoUrl)

  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByRole('button', { name: 'Set up' }).waitFor()
  const third = await openBrowser()
  await third.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(third, person)
  await third.waitForURL(demoUrl)
})

test('an account is deleted after asking, and then it cannot sign in', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  await page.goto(`${demoUrl}handler/account-settings#settings`)
  await page.getByText('Delete account').first().click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Yes, delete it' }).click()
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
  await page.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(page, person)
  await page.getByText('Wrong email or password.').waitFor()
})
