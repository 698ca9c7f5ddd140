import { expect, test } from 'vitest'
import { createAccount, demoUrl, fillSignIn, fillSignUp, openBrowser } from './browser.ts'
import { waitForEmail } from './emails.ts'

const ownPassword = 'the password of the owner'

test('who meets an account that someone else made with their email recovers it in one click', async () => {
  const { email, password } = await createAccount()

  const owner = await openBrowser({ width: 380 })
  await owner.goto(`${demoUrl}handler/sign-up`)
  await fillSignUp(owner, { email, password: ownPassword })
  await owner.keyboard.press('Enter')
  await owner.getByRole('button', { name: 'Email me a link' }).click()
  await owner.getByText('Sent. Check your inbox.').waitFor()
  const { link } = await waitForEmail(email, 'password_reset')
  await owner.goto(link!)
  await owner.getByLabel('New password', { exact: true }).fill(ownPassword)
  await owner.getByLabel('Confirm new password').fill(ownPassword)
  await owner.keyboard.press('Enter')
  await owner.getByRole('heading', { name: 'Password changed' }).waitFor()
  await owner.getByRole('button', { name: 'Sign in' }).click()
  await owner.getByRole('tab', { name: 'Password' }).click()
  await owner.getByLabel('Email').fill(email)
  await owner.getByLabel('Password', { exact: true }).fill(ownPassword)
  await owner.keyboard.press('Enter')
  await owner.waitForURL(demoUrl)

  const returning = await openBrowser()
  await returning.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(returning, { email, password })
  await returning.getByText('Wrong email or password.').waitFor()
})

test('a code goes to the owner of an email that was never verified, in one click', async () => {
  const { email } = await createAccount()
  const owner = await openBrowser()
  await owner.goto(`${demoUrl}handler/sign-in`)
  await owner.getByLabel('Email').fill(email)
  await owner.getByRole('button', { name: 'Send me a code' }).click()
  await owner.getByRole('button', { name: 'Verify it with a code' }).click()
  await owner.getByLabel('Code').waitFor()
  const { code } = await waitForEmail(email, 'magic_link')
  await owner.getByLabel('Code').fill(code!)
  await owner.waitForURL(demoUrl)
})

test('a person who did not sign up can report it on the page of the verification email', async () => {
  const { email } = await createAccount()
  const { link } = await waitForEmail(email, 'email_verification')
  const reader = await openBrowser()
  await reader.goto(link!)
  await reader.getByText(`The account ${email} at Latchkey Demo wants to use ${email}.`).waitFor()
  await reader.getByRole('button', { name: "This isn't me" }).click()
  await reader.getByRole('heading', { name: 'Your email has been removed' }).waitFor()
  await reader.reload()
  expect(await reader.getByRole('button', { name: "This isn't me" }).count()).toBe(0)
})
