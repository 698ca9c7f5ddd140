import { expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { demoUrl, fillSignUp, newPerson, openBrowser, signUp } from './browser.ts'

/** The demo under a domain that its project does not trust, as after the first deployment of an app. */
const elsewhere = demoUrl.replace('localhost', 'untrusted.test')
const advice = new RegExp(
  `The URL "${elsewhere}handler/[a-z-]+" is not trusted by the project "Latchkey demo". ` +
    `Add "${new URL(elsewhere).origin}" to its trusted domains`,
)

test('in development a refused redirect names the URL and what to add, wherever an email is requested', async () => {
  const page = await openBrowser({ width: 380 })
  await page.goto(`${elsewhere}handler/sign-in`)
  await page.getByLabel('Email').fill(newPerson().email)
  await page.keyboard.press('Enter')
  await page.getByText(advice).waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.goto(`${elsewhere}handler/sign-up`)
  await fillSignUp(page, newPerson())
  await page.keyboard.press('Enter')
  await page.getByText(advice).waitFor()

  await page.goto(`${elsewhere}handler/forgot-password`)
  await page.getByLabel('Email').fill(newPerson().email)
  await page.keyboard.press('Enter')
  await page.getByText(advice).waitFor()
})

test('a destination on another site is not gone to, and the sign-in counts all the same', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  await page.goto(`${demoUrl}handler/sign-in?after_auth_return_to=https%3A%2F%2Funtrusted.test%2Fphishing`)
  await page.getByRole('heading', { name: "This link can't be opened" }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
})
