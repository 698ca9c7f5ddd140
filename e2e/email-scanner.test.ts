import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAccount, demoUrl, newPerson, openBrowser, signUp } from './browser.ts'
import { type EmailKind, waitForEmail } from './emails.ts'
import { inviteToTeam } from './invitations.ts'

/** Every email with a link to the app: how a user gets it, and what they do on the page it leads to. */
const emails: Record<EmailKind, { ask(page: Page): Promise<string>; use(page: Page, link: string): Promise<void> }> = {
  email_verification: {
    ask: async (page) => (await signUp(page)).email,
    use: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill(newPerson().password)
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText('Your email is verified.').waitFor()
    },
  },
  password_reset: {
    ask: async (page) => {
      const { email } = await createAccount()
      await page.goto(`${demoUrl}handler/forgot-password`)
      await page.getByLabel('Email').fill(email)
      await page.keyboard.press('Enter')
      return email
    },
    use: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('a much better password')
      await page.getByLabel('Confirm new password').fill('a much better password')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    },
  },
  magic_link: {
    ask: async (page) => {
      const { email } = newPerson()
      await page.goto(`${demoUrl}handler/sign-in`)
      await page.getByLabel('Email').fill(email)
      await page.keyboard.press('Enter')
      return email
    },
    use: async (page) => {
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(demoUrl)
    },
  },
  team_invitation: {
    ask: async (page) => {
      const { email } = newPerson()
      await signUp(page)
      await inviteToTeam(page, 'The Analysts', email)
      return email
    },
    use: async (page, link) => {
      await signUp(page)
      await page.goto(link)
      await page.getByRole('button', { name: 'Join' }).click()
      await page.getByRole('heading', { name: 'Welcome to The Analysts' }).waitFor()
    },
  },
}

test.each(
  Object.entries(emails),
)('a scanner that opens every link of the email %s leaves it usable', async (kind, email) => {
  const { link } = await waitForEmail(await email.ask(await openBrowser()), kind as EmailKind)
  for (const method of ['HEAD', 'GET']) expect((await fetch(link!, { method })).status).toBe(200)

  // Some scanners run scripts and submit forms, but click nothing.
  const scanner = await openBrowser()
  await scanner.goto(link!, { waitUntil: 'networkidle' })
  await scanner.evaluate(() => {
    for (const form of document.forms) form.submit()
  })
  await scanner.waitForLoadState('networkidle')

  const person = await openBrowser()
  await person.goto(link!)
  await email.use(person, link!)
})
