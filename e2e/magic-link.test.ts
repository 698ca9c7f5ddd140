import { expect, test } from 'vitest'
import { demoUrl, newPerson, openBrowser } from './browser.ts'
import { waitForMail } from './mails.ts'

async function askForCode(page: Awaited<ReturnType<typeof openBrowser>>, email: string, path = 'handler/sign-in') {
  await page.goto(demoUrl + path)
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.getByText(`We sent a mail to ${email}.`).waitFor()
}

test('a newcomer signs in by typing the code of the mail, after a wrong one', async () => {
  const { email } = newPerson()
  const page = await openBrowser()
  await askForCode(page, email, 'notes')
  const { code } = await waitForMail(email, 'magic_link')
  await page.keyboard.type(code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA')
  await page.getByText('Wrong code. Look into the newest mail.').waitFor()
  await page.keyboard.type(code!.toLowerCase())
  await page.waitForURL(`${demoUrl}notes`)
  await page.goto(demoUrl)
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
})

test('the link works once, in any browser, after a click', async () => {
  const { email } = newPerson()
  const page = await openBrowser()
  await askForCode(page, email)
  const { link } = await waitForMail(email, 'magic_link')

  // A mail scanner that runs scripts but clicks nothing must not use the link up.
  const scanner = await openBrowser()
  await scanner.goto(link!)
  await scanner.getByRole('button', { name: 'Sign in' }).waitFor()

  const phone = await openBrowser({ width: 380 })
  await phone.goto(link!)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await phone.waitForURL(demoUrl)
  await phone.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
  await phone.goto(link!)
  await phone.getByRole('heading', { name: 'You are already signed in' }).waitFor()

  await scanner.getByRole('button', { name: 'Sign in' }).click()
  await scanner.getByRole('heading', { name: 'This link was already used' }).waitFor()
  await scanner.getByRole('button', { name: 'Ask for a new link' }).click()
  await scanner.getByLabel('E-mail').waitFor()
  expect(scanner.url()).toBe(`${demoUrl}handler/sign-in`)
})
