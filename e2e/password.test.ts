import { expect, test } from 'vitest'
import { createAccount, demoUrl, fillSignIn, fillSignUp, newPerson, openBrowser, signUp } from './browser.ts'
import { pressTwice } from './slow-connection.ts'

test('a newcomer signs up in the demo and is greeted', async () => {
  const page = await openBrowser()
  await page.goto(demoUrl)
  await page.getByRole('link', { name: 'Create an account' }).click()
  const person = newPerson()
  await fillSignUp(page, person)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
})

test('a user signs in before a protected page and returns to it', async () => {
  const person = await createAccount()
  const elsewhere = await openBrowser()
  await elsewhere.goto(`${demoUrl}notes`)
  await elsewhere.waitForURL(/handler\/sign-in\?after_auth_return_to=/)
  await fillSignIn(elsewhere, person)
  await elsewhere.waitForURL(`${demoUrl}notes`)
  await elsewhere.getByRole('heading', { name: 'My note' }).waitFor()
  await elsewhere.goBack()
  expect(elsewhere.url()).not.toContain('sign-in')
})

test('a wrong password is reported below the form, and the input stays', async () => {
  const person = await createAccount()
  const elsewhere = await openBrowser()
  await elsewhere.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(elsewhere, { ...person, password: 'not my password' })
  await elsewhere.getByText('Wrong email or password.').waitFor()
  expect(await elsewhere.getByLabel('Email').inputValue()).toBe(person.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(person.password)
  await elsewhere.keyboard.press('Enter')
  await elsewhere.waitForURL(demoUrl)
})

test('an email that is in use is reported below its field', async () => {
  const person = await createAccount()
  const elsewhere = await openBrowser()
  await elsewhere.goto(`${demoUrl}handler/sign-up`)
  await fillSignUp(elsewhere, person)
  await elsewhere.getByRole('button', { name: 'Sign up', exact: true }).click()
  const email = elsewhere.getByLabel('Email')
  await elsewhere.getByText(/already in use/).waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
})

test('a double click signs up once', async () => {
  const page = await openBrowser()
  const person = newPerson()
  const signUps: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/password/sign-up') && request.method() === 'POST') signUps.push(request.url())
  })
  await page.goto(`${demoUrl}handler/sign-up`)
  await fillSignUp(page, person)
  await pressTwice(page.getByRole('button', { name: 'Sign up', exact: true }), '**/auth/password/sign-up')
  await page.waitForURL(demoUrl)
  expect(signUps).toHaveLength(1)
})

// ASVS 7.4.4, 14.3.1
test('signing out in one tab signs the other one out', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  const otherTab = await page.context().newPage()
  await otherTab.goto(demoUrl)
  await otherTab.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
  await otherTab.getByRole('link', { name: 'Create an account' }).waitFor()
})

test('signing in in one tab brings the other one to the page that it waits for', async () => {
  const person = await createAccount()
  const page = await openBrowser()
  await page.goto(`${demoUrl}notes`)
  await page.waitForURL(/handler\/sign-in\?after_auth_return_to=/)
  const otherTab = await page.context().newPage()
  await otherTab.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(otherTab, person)
  await otherTab.waitForURL(demoUrl)
  await page.waitForURL(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
})

// ASVS 14.3.1
test('the sign-out page signs out, and the back button shows nothing of the person anymore', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  await page.goto(`${demoUrl}notes`)
  await page.getByText(person.email).first().waitFor()
  await page.goto(`${demoUrl}handler/sign-out`)
  await page.waitForURL(demoUrl)
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: "You're not signed in" }).waitFor()
  await page.goBack()
  await page.waitForURL(/handler\/sign-in/)
  await page.getByRole('tab', { name: 'Password' }).waitFor()
  expect(await page.getByText(person.email).count()).toBe(0)
})

test('a reload does not flash the signed-out page', async () => {
  const page = await openBrowser()
  const person = await signUp(page)
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    const look = () => seen.push(document.body?.textContent ?? '')
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.reload()
  await page.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(seen.filter((text) => text.includes('Create an account'))).toEqual([])
})
