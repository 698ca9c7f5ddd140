import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes as findProblems } from './axe.ts'
import { createAccount, demoUrl, newPerson, openBrowser, serverUrl, signUp } from './browser.ts'
import { callDemo } from './demo-api.ts'
import { pressTwice } from './slow-connection.ts'

test('the email of a sign-up appears in the open inbox, and its link verifies the email after a click', async () => {
  const inbox = await openBrowser()
  await inbox.goto(`${serverUrl}/inbox`)
  await inbox.getByText('Live').waitFor()
  const page = await openBrowser()
  const person = await signUp(page)

  // Other emails arrive meanwhile and move the list, so a mouse click could miss.
  await inbox.getByRole('link', { name: person.email }).press('Enter')
  await inbox.getByRole('heading', { name: 'Verify your email at Latchkey demo' }).waitFor()
  await inbox.frameLocator('iframe').getByRole('link', { name: 'Verify email' }).waitFor()
  const link = await inbox.getByRole('link', { name: 'Open the link' }).getAttribute('href')

  // An email scanner that runs scripts but clicks nothing must not use up the link.
  const scanner = await openBrowser()
  await scanner.goto(link!)
  await scanner.getByRole('button', { name: 'Verify' }).waitFor()

  await page.goto(link!)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('Your email is verified.').waitFor()
  await page.goto(`${demoUrl}handler/account-settings#auth`)
  await page.getByText('Used for sign-in').waitFor()
  expect(await page.getByText('Unverified').count()).toBe(0)

  // A second click, in the browser that was waiting, works like the first.
  await scanner.getByLabel('Password', { exact: true }).fill(person.password)
  await pressTwice(scanner.getByRole('button', { name: 'Verify' }), '**/contact-channels/verify')
  await scanner.getByText('Your email is verified.').waitFor()
})

test('emails are searched, their codes copied, and on a phone there is one bar', async () => {
  const [first, second] = [await createAccount(), await createAccount()]
  const person = newPerson()
  await callDemo('/auth/otp/send-sign-in-code', {
    email: person.email,
    callback_url: `${demoUrl}handler/magic-link-callback`,
  })
  const inbox = await openBrowser({ width: 380 })
  await inbox.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await inbox.goto(`${serverUrl}/inbox`)
  const rows = inbox.getByRole('navigation', { name: 'Emails' }).getByRole('link')
  // They are sent in the background, in any order.
  await inbox.getByRole('link', { name: first.email }).waitFor()
  await inbox.getByRole('link', { name: second.email }).waitFor()
  await inbox.keyboard.press('/')
  await inbox.keyboard.type(`verify ${second.email}`)
  await inbox.getByRole('link', { name: first.email }).waitFor({ state: 'detached' })
  expect(await rows.count()).toBe(1)
  await inbox.keyboard.type(' unicorn')
  await inbox.getByText('No email matches.').waitFor()
  await inbox.getByRole('button', { name: 'Show all' }).click()
  const withCode = inbox.getByRole('link', { name: person.email })
  await withCode.waitFor()
  expect(await findProblems(inbox)).toEqual([])

  await withCode.press('Enter')
  await inbox.getByRole('button', { name: 'Copy the code' }).click()
  const copied = await inbox.evaluate(() => navigator.clipboard.readText())
  expect(await inbox.getByRole('heading', { level: 2 }).textContent()).toContain(copied)
  await inbox.getByRole('button', { name: 'Copy the link' }).click()
  await expect.poll(() => inbox.evaluate(() => navigator.clipboard.readText())).toContain('magic-link-callback?code=')
  expect(await inbox.evaluate(() => document.documentElement.scrollWidth)).toBe(380)
  expect(await findProblems(inbox)).toEqual([])
  await inbox.getByRole('button', { name: 'All emails' }).click()
  await inbox.getByRole('link', { name: first.email }).waitFor()
  await inbox.getByRole('link', { name: 'Latchkey home' }).click()
  await inbox.getByRole('heading', { name: 'Latchkey is running' }).waitFor()
})

test('the selected email stays selected when another one arrives', async () => {
  const first = await createAccount()
  const inbox = await openBrowser()
  await inbox.goto(`${serverUrl}/inbox`)
  const link = inbox.getByRole('link', { name: first.email })
  await link.focus()
  const second = await createAccount()
  await inbox.getByRole('link', { name: second.email }).waitFor()
  await link.and(inbox.locator(':focus')).waitFor()
  await inbox.keyboard.press('Enter')
  await inbox.getByRole('heading', { name: 'Verify your email at Latchkey demo' }).waitFor()
  await link.and(inbox.locator('[aria-current="true"]')).waitFor()
})

test('a list that was overtaken by a newer one does not take its emails away again', async () => {
  const inbox = await openBrowser()
  const late: (() => Promise<void>)[] = []
  // Delays the updates from before the email until after the update with the email.
  let isLate = true
  await inbox.route('**/inbox/emails.json', async (route) => {
    const response = await route.fetch()
    if (isLate) late.push(() => route.fulfill({ response }))
    else await route.fulfill({ response })
  })
  await inbox.goto(`${serverUrl}/inbox`)
  await inbox.getByText('Live').waitFor()
  await expect.poll(() => late.length).toBeGreaterThan(0)
  isLate = false
  const { email } = await createAccount()
  await inbox.getByRole('link', { name: email }).waitFor()
  for (const answer of late) await answer()
  await inbox.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await inbox.getByRole('link', { name: email }).count()).toBe(1)
})
