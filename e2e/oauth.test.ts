import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { demoUrl, newPerson, openBrowser, signOut, signUp } from './browser.ts'
import { waitForEmail } from './emails.ts'
import { holdBack, pressTwice } from './slow-connection.ts'
import { setUpSecondFactor, totpOfKey } from './totp.ts'

async function pressGoogle(page: Page, action: 'Sign in' | 'Sign up' = 'Sign in') {
  await page.getByRole('button', { name: `${action} with Google` }).click()
}

/** On the page of the development identity provider. */
async function signInAtProvider(page: Page, person: { email: string; name?: string; isUnverified?: boolean }) {
  await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  if (person.name) await page.getByLabel('Name').fill(person.name)
  if (person.isUnverified) await page.getByLabel('Email is verified').uncheck()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signUpWithGoogle(page: Page) {
  const { email } = newPerson()
  await page.goto(`${demoUrl}handler/sign-up`)
  await pressGoogle(page, 'Sign up')
  await signInAtProvider(page, { email })
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
  return email
}

test('a newcomer signs up with Google, and next time its button stands first', async () => {
  const { email } = newPerson()
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/sign-up`)
  await pressGoogle(page, 'Sign up')
  await signInAtProvider(page, { email, name: 'Ada Lovelace' })
  await page.waitForURL(demoUrl)
  await page.getByRole('heading', { name: 'Hello, Ada Lovelace' }).waitFor()
  await page.goto(`${demoUrl}handler/account-settings#auth`)
  await page.getByText(email).first().waitFor()
  await page.getByText('Used for sign-in').waitFor()
  expect(await page.getByText('Unverified').count()).toBe(0)

  await signOut(page)
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByText('Last used').waitFor()
  const first = page.getByRole('button', { name: /^Sign in with / }).first()
  expect(await first.textContent()).toBe('Sign in with Google')
  await first.click()
  await page.getByRole('button', { name: email }).click()
  await page.waitForURL(demoUrl)
  await page.getByRole('heading', { name: 'Hello, Ada Lovelace' }).waitFor()
})

test('a user returns to the protected page after signing in with a provider', async () => {
  const page = await openBrowser({ width: 380 })
  await page.goto(`${demoUrl}notes`)
  await page.waitForURL(/handler\/sign-in\?after_auth_return_to=/)
  await pressGoogle(page)
  await signInAtProvider(page, newPerson())
  await page.waitForURL(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
})

test('who cancels at the provider is told so, and can sign in after all and get where they wanted to go', async () => {
  const page = await openBrowser()
  await page.goto(`${demoUrl}notes`)
  await pressGoogle(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Sign-in was canceled' }).waitFor()
  expect(new URL(page.url()).searchParams.get('errorCode')).toBe('OAUTH_PROVIDER_ACCESS_DENIED')
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign in again' }).click()
  await pressGoogle(page)
  await signInAtProvider(page, newPerson())
  await page.waitForURL(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
})

test('an account whose email nobody has verified is not given to whoever has that email at a provider', async () => {
  const owner = await openBrowser()
  const person = await signUp(owner)
  const page = await openBrowser()
  const refusal = 'Error code: CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'
  const tryGoogle = async () => {
    await page.goto(`${demoUrl}handler/sign-in`)
    await pressGoogle(page)
  }
  await tryGoogle()
  await signInAtProvider(page, person)
  await page.getByRole('heading', { name: 'This email is already in use' }).waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])

  // Once the email is verified on both sides, the two are one account.
  const { link } = await waitForEmail(person.email, 'email_verification')
  await owner.goto(link!)
  await owner.getByRole('button', { name: 'Verify' }).click()
  await owner.getByText('Your email is verified.').waitFor()
  await tryGoogle()
  await signInAtProvider(page, { email: person.email, isUnverified: true })
  await page.getByText(refusal).waitFor()
  await tryGoogle()
  await signInAtProvider(page, person)
  await page.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
})

test('a second factor is required after the provider too, and leads to where the user wanted to go', async () => {
  const page = await openBrowser()
  const email = await signUpWithGoogle(page)
  const key = await setUpSecondFactor(page)

  const elsewhere = await openBrowser()
  await elsewhere.goto(`${demoUrl}notes`)
  await pressGoogle(elsewhere)
  await signInAtProvider(elsewhere, { email })
  await elsewhere.getByRole('heading', { name: 'One more step' }).waitFor()
  await elsewhere.keyboard.type(totpOfKey(key))
  await elsewhere.waitForURL(`${demoUrl}notes`)
  await elsewhere.getByRole('heading', { name: 'My note' }).waitFor()
})

test('the button is enabled again after going back from the provider', async () => {
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/sign-in`)
  await pressGoogle(page)
  await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
  await page.goBack()
  await page.waitForURL(`${demoUrl}handler/sign-in`)
  await pressGoogle(page)
  await signInAtProvider(page, newPerson())
  await page.waitForURL(demoUrl)
})

test('a double click leaves for the provider once', async () => {
  const page = await openBrowser()
  const starts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/oauth/authorize/')) starts.push(request.url())
  })
  await page.goto(`${demoUrl}handler/sign-in`)
  await pressTwice(page.getByRole('button', { name: 'Sign in with Google' }), '**/auth/oauth/authorize/**')
  await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
  expect(starts).toHaveLength(1)
})

test('two tabs sign in at the same time without interfering', async () => {
  const page = await openBrowser()
  const otherTab = await page.context().newPage()
  for (const tab of [page, otherTab]) {
    await tab.goto(`${demoUrl}handler/sign-in`)
    await pressGoogle(tab)
    await tab.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
  }
  const { email } = newPerson()
  await signInAtProvider(otherTab, { email })
  await otherTab.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
  await signInAtProvider(page, { email })
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
  await otherTab.reload()
  await otherTab.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
})

test('a callback works once: who reloads it, opens it again or elsewhere signs in again', async () => {
  const page = await openBrowser()
  const callbacks: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/oauth-callback?')) callbacks.push(request.url())
  })
  // The server is slow and the user reloads: by then the code has been removed from the URL.
  const exchange = await holdBack(page, '**/auth/oauth/token')
  await page.goto(`${demoUrl}handler/sign-in`)
  await pressGoogle(page)
  const { email } = newPerson()
  await signInAtProvider(page, { email })
  await page.getByText('Signing you in…').waitFor()
  await page.waitForURL(`${demoUrl}handler/oauth-callback`)
  await exchange.arrived
  await page.reload()
  await page.waitForURL(`${demoUrl}handler/sign-in`)
  exchange.letGo()

  await pressGoogle(page)
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
  const used = callbacks.at(-1)!
  await page.goto(used)
  await page.waitForURL(demoUrl)
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()

  const someoneElse = await openBrowser()
  await someoneElse.goto(used)
  await someoneElse.waitForURL(`${demoUrl}handler/sign-in`)
  await someoneElse.getByRole('button', { name: 'Sign in with Google' }).waitFor()
})
