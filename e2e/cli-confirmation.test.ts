import { expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { createAccount, demoUrl, fillSignIn, openBrowser, signUp } from './browser.ts'
import { callDemo } from './demo-api.ts'
import { pressTwice } from './slow-connection.ts'

/** What the CLI does: it requests a login, shows its link and polls. */
async function startLogin() {
  const { body } = await callDemo('/auth/cli', {})
  const poll = () => callDemo('/auth/cli/poll', { polling_code: body.polling_code })
  return { link: `${demoUrl}handler/cli-auth-confirm?login_code=${body.login_code}`, poll }
}

const waiting = { status: 200, body: { status: 'waiting' } }

// ASVS 7.6.2, 10.7.2
test('who opens the link signs in, comes back, says yes, and only then the command line has a session', async () => {
  const person = await createAccount()
  const login = await startLogin()
  const page = await openBrowser()
  await page.goto(login.link)
  await page.waitForURL(/handler\/sign-in\?after_auth_return_to=/)
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: 'Sign in on the command line?' }).waitFor()
  await page.getByText(person.email).waitFor()
  await page.getByText('A command-line program wants to sign in to Latchkey demo as you.').waitFor()
  await page.getByText('Continue only if you just started this yourself.').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(await login.poll()).toEqual(waiting)

  await pressTwice(page.getByRole('button', { name: 'Yes, sign in' }), '**/auth/cli/complete')
  await page.getByRole('heading', { name: "You're signed in on the command line" }).waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  const response = await login.poll()
  expect(response).toEqual({ status: 201, body: { status: 'success', refresh_token: expect.any(String) } })
  expect(await login.poll()).toEqual({ status: 200, body: { status: 'used' } })

  await page.goto(`${demoUrl}handler/account-settings#sessions`)
  await page.getByText('This device').waitFor()
  expect(await page.getByRole('button', { name: /^Sign out: / }).count()).toBe(2)
})

test('canceling creates no session', async () => {
  const page = await openBrowser({ width: 380, colorScheme: 'dark' })
  await signUp(page)
  const login = await startLogin()
  await page.goto(login.link)
  await page.getByRole('heading', { name: 'Sign in on the command line?' }).waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  // This window was not opened by a script, so browsers may refuse to close it.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Nothing was shared' }).waitFor()
  expect(await login.poll()).toEqual(waiting)
})

test('a login is confirmed once', async () => {
  const login = await startLogin()
  const page = await openBrowser()
  await signUp(page)
  const someoneElse = await openBrowser()
  await signUp(someoneElse)
  for (const each of [page, someoneElse]) {
    await each.goto(login.link)
    await each.getByRole('button', { name: 'Yes, sign in' }).waitFor()
  }
  await page.getByRole('button', { name: 'Yes, sign in' }).click()
  await page.getByRole('heading', { name: "You're signed in on the command line" }).waitFor()
  await someoneElse.getByRole('button', { name: 'Yes, sign in' }).click()
  await someoneElse.getByText('This request has expired or was already confirmed.').waitFor()
  await someoneElse.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await findAccessibilityProblems(someoneElse)).toEqual([])
})

test('a link without its code cannot be confirmed', async () => {
  const page = await openBrowser()
  await signUp(page)
  await page.goto(`${demoUrl}handler/cli-auth-confirm`)
  await page.getByText('This link is incomplete. Copy the whole link.').waitFor()
})
