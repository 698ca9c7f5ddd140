import { expect, test } from 'vitest'
import { createAccount, demoUrl, fillSignIn, newPerson, openBrowser } from './browser.ts'
import { findEmails, waitForEmail } from './emails.ts'
import { pressTwice } from './slow-connection.ts'

const newPassword = 'a much better password'

test('a user who forgot the password gets a link, chooses a new one and signs in with it', async () => {
  const person = await createAccount()
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  const { link } = await waitForEmail(person.email, 'password_reset')

  // An email scanner that runs scripts but types nothing must not use up the link.
  const scanner = await openBrowser()
  await scanner.goto(link!)
  await scanner.getByLabel('New password', { exact: true }).waitFor()

  await page.goto(link!)
  const change = async (password: string) => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    await page.keyboard.press('Enter')
  }
  await change('password1')
  await page.getByText('This password is too easy to guess. Choose another one.').waitFor()
  await change(newPassword)
  await page.getByRole('heading', { name: 'Password changed' }).waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, person)
  await page.getByText('Wrong email or password.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(demoUrl)

  await scanner.reload()
  await scanner.getByRole('heading', { name: 'This link has already been used' }).waitFor()
  await scanner.getByRole('button', { name: 'Request a new link' }).click()
  await scanner.getByRole('heading', { name: 'Reset your password' }).waitFor()
})

test('an email without an account gets the same response', async () => {
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/forgot-password`)
  await page.getByLabel('Email').fill(newPerson().email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
})

test('a link that was cut off is not valid', async () => {
  const page = await openBrowser({ width: 380 })
  await page.goto(`${demoUrl}handler/password-reset?code=abc`)
  await page.getByRole('heading', { name: "This link isn't valid" }).waitFor()
  expect(await page.getByLabel('New password').count()).toBe(0)
})

test('two presses send one email, and of two tabs with its link the second one is told that it is too late', async () => {
  const person = await createAccount()
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/forgot-password`)
  await page.getByLabel('Email').fill(person.email)
  await pressTwice(page.getByRole('button', { name: 'Send link' }), '**/auth/password/send-reset-code')
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  const { link } = await waitForEmail(person.email, 'password_reset')
  const otherTab = await page.context().newPage()
  for (const tab of [page, otherTab]) {
    await tab.goto(link!)
    await tab.getByLabel('New password', { exact: true }).fill(newPassword)
    await tab.getByLabel('Confirm new password').fill(newPassword)
  }
  await pressTwice(page.getByRole('button', { name: 'Change password' }), '**/auth/password/reset')
  await page.getByRole('heading', { name: 'Password changed' }).waitFor()
  await otherTab.keyboard.press('Enter')
  await otherTab.getByRole('heading', { name: 'Your password was not changed' }).waitFor()
  expect(await findEmails(person.email, 'password_reset')).toHaveLength(1)

  await page.goBack()
  await page.goForward()
  await page.getByRole('heading', { name: 'This link has already been used' }).waitFor()
})
