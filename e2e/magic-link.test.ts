import { expect, test } from 'vitest'
import { demoUrl, newPerson, openBrowser } from './browser.ts'
import { findEmails, waitForEmail } from './emails.ts'
import { pressTwice } from './slow-connection.ts'

async function askForCode(page: Awaited<ReturnType<typeof openBrowser>>, email: string, path = 'handler/sign-in') {
  await page.goto(demoUrl + path)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByText(`We sent an email to ${email}.`).waitFor()
}

test('a newcomer signs in by typing the code of the email, after a wrong one', async () => {
  const { email } = newPerson()
  const page = await openBrowser()
  await askForCode(page, email, 'notes')
  const { code } = await waitForEmail(email, 'magic_link')
  await page.keyboard.type(code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA')
  await page.getByText('Wrong code. Check the most recent email.').waitFor()
  await page.keyboard.type(code!.toLowerCase())
  await page.waitForURL(`${demoUrl}notes`)
  await page.goto(demoUrl)
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
})

test('the link works once, in any browser, after a click', async () => {
  const { email } = newPerson()
  const page = await openBrowser()
  await askForCode(page, email)
  const { link } = await waitForEmail(email, 'magic_link')

  // An email scanner that runs scripts but clicks nothing must not use up the link.
  const scanner = await openBrowser()
  await scanner.goto(link!)
  await scanner.getByRole('button', { name: 'Sign in' }).waitFor()

  const phone = await openBrowser({ width: 380 })
  await phone.goto(link!)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await phone.waitForURL(demoUrl)
  await phone.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
  await phone.goto(link!)
  await phone.getByRole('heading', { name: "You're already signed in" }).waitFor()

  await scanner.getByRole('button', { name: 'Sign in' }).click()
  await scanner.getByRole('heading', { name: 'This link has already been used' }).waitFor()
  await scanner.getByRole('button', { name: 'Request a new link' }).click()
  await scanner.waitForURL(`${demoUrl}handler/sign-in`)
  await scanner.getByLabel('Email').waitFor()
})

test('two presses send one email, and two clicks on the link’s page sign in once', async () => {
  const { email } = newPerson()
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByLabel('Email').fill(email)
  await pressTwice(page.getByRole('button', { name: 'Send me a code' }), '**/auth/otp/send-sign-in-code')
  await page.getByText(`We sent an email to ${email}.`).waitFor()
  const { link } = await waitForEmail(email, 'magic_link')
  await page.goto(link!)
  const signIns: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/otp/sign-in') && request.method() === 'POST') signIns.push(request.url())
  })
  await pressTwice(page.getByRole('button', { name: 'Sign in' }), '**/auth/otp/sign-in')
  await page.waitForURL(demoUrl)
  expect(signIns).toHaveLength(1)
  expect(await findEmails(email, 'magic_link')).toHaveLength(1)
  await page.goBack()
  await page.waitForURL((url) => !url.pathname.includes('magic-link'))
})

test('the tab that waits for the code follows when the link is used in another one', async () => {
  const { email } = newPerson()
  const page = await openBrowser()
  await askForCode(page, email, 'notes')
  const { link } = await waitForEmail(email, 'magic_link')
  const otherTab = await page.context().newPage()
  await otherTab.goto(link!)
  await otherTab.getByRole('button', { name: 'Sign in' }).click()
  await otherTab.waitForURL(`${demoUrl}notes`)
  await page.waitForURL(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
})
