import { expect, test } from 'vitest'
import { demoUrl, openBrowser, serverUrl, signUp } from './browser.ts'

test('the mail of a sign-up appears in the open inbox, and its link verifies the e-mail after a click', async () => {
  const inbox = await openBrowser()
  await inbox.goto(`${serverUrl}/inbox`)
  await inbox.getByText('Live').waitFor()
  const page = await openBrowser()
  const person = await signUp(page)

  await inbox.getByRole('link', { name: person.email }).click()
  await inbox.getByRole('heading', { name: 'Verify your e-mail at Latchkey Demo' }).waitFor()
  await inbox.frameLocator('iframe').getByRole('link', { name: 'Verify e-mail' }).waitFor()
  const link = await inbox.getByRole('link', { name: 'Open the link' }).getAttribute('href')

  // A mail scanner that runs scripts but clicks nothing must not use the link up.
  const scanner = await openBrowser()
  await scanner.goto(link!)
  await scanner.getByRole('button', { name: 'Verify' }).waitFor()

  await page.goto(link!)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('Your e-mail is verified.').waitFor()
  await page.goto(`${demoUrl}handler/account-settings#auth`)
  await page.getByText('Verified', { exact: true }).waitFor()
  expect(await page.getByText('Unverified').count()).toBe(0)

  // The second click, in the browser that was waiting, is as good as the first.
  await scanner.getByRole('button', { name: 'Verify' }).dblclick()
  await scanner.getByText('Your e-mail is verified.').waitFor()
})
