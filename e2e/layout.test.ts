import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAccount, demoUrl, fillSignIn, fillSignUp, newPerson, openBrowser } from './browser.ts'

/** The position of a form's button before and after a message appears above it. */
async function placesOfButton(page: Page, name: string, message: string | RegExp): Promise<[number, number]> {
  const button = page.getByRole('button', { name, exact: true })
  const placeOf = () => button.evaluate((shown) => shown.getBoundingClientRect().y + scrollY)
  const before = await placeOf()
  await button.click()
  await page.getByText(message).first().waitFor()
  return [before, await placeOf()]
}

test('on a phone no message moves what stands below it, also when it takes two lines', async () => {
  const person = await createAccount()
  const page = await openBrowser({ width: 380 })
  const expectNoShift = async (name: string, message: string | RegExp) => {
    const [before, after] = await placesOfButton(page, name, message)
    expect.soft(after, `${name}: ${message}`).toBe(before)
  }

  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByLabel('Email').fill(person.email)
  await expectNoShift('Send me a code', "This email isn't verified yet.")
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByLabel('Email').fill('')
  await expectNoShift('Sign in', 'Enter your email.')
  await fillSignIn(page, { ...person, password: 'not my password' })
  await page.getByText('Wrong email or password.').waitFor()

  await page.goto(`${demoUrl}handler/sign-up`)
  await fillSignUp(page, { ...newPerson(), password: 'short' })
  await expectNoShift('Sign up', 'The password is too short. Use at least 8 characters.')
  await fillSignUp(page, person)
  await expectNoShift('Sign up', 'This email is already in use.')

  await page.goto(`${demoUrl}handler/forgot-password`)
  await page.getByLabel('Email').fill('ada')
  await expectNoShift('Send link', 'Enter a valid email, like name@example.com.')
})
