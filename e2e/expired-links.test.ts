import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { fillSignIn, fillSignUp, newPerson, openBrowser } from './browser.ts'
import { type EmailKind, waitForEmail } from './emails.ts'
import { inviteToTeam } from './invitations.ts'
import { type StartedServer, startServer } from './start-server.ts'

let server: StartedServer
let demo: string
beforeAll(async () => {
  server = await startServer()
  demo = `${server.url}/demo/`
})
afterAll(() => server?.stop())

test('links that have expired after a week say so, and lead to new ones', async () => {
  const person = newPerson()
  const { email } = person
  const page = await openBrowser()
  await page.goto(`${demo}handler/sign-up`)
  await fillSignUp(page, person)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
  const links: Partial<Record<EmailKind, string>> = {}
  links.team_invitation = await inviteToTeam(page, 'The Analysts', email)
  const visitor = await openBrowser()
  await visitor.goto(`${demo}handler/forgot-password`)
  await visitor.getByLabel('Email').fill(email)
  await visitor.keyboard.press('Enter')
  const newcomer = newPerson()
  await visitor.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await visitor.goto(`${demo}handler/sign-in`)
  await visitor.getByLabel('Email').fill(newcomer.email)
  await visitor.keyboard.press('Enter')
  await visitor.getByText(`We sent an email to ${newcomer.email}.`).waitFor()
  for (const kind of ['email_verification', 'password_reset'] as const) {
    links[kind] = (await waitForEmail(email, kind, server.url)).link!
  }
  const newest = await waitForEmail(newcomer.email, 'magic_link', server.url)
  await server.ageCodes()

  await visitor.keyboard.type(newest.code!)
  await visitor.getByText('This code no longer works. Request a new one.').waitFor()

  const expired = visitor.getByRole('heading', { name: 'This link has expired' })
  await visitor.goto(newest.link!)
  await visitor.getByRole('button', { name: 'Sign in' }).click()
  await expired.waitFor()
  expect(await findAccessibilityProblems(visitor)).toEqual([])
  await visitor.getByRole('button', { name: 'Request a new link' }).click()
  await visitor.waitForURL(`${demo}handler/sign-in`)

  await visitor.goto(links.password_reset!)
  await expired.waitFor()
  await visitor.getByRole('button', { name: 'Request a new link' }).click()
  await visitor.getByRole('heading', { name: 'Reset your password' }).waitFor()

  await visitor.goto(links.email_verification!)
  await expired.waitFor()

  await visitor.goto(links.team_invitation)
  await visitor.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(visitor, person)
  await expired.waitFor()
  await visitor.getByText('ask the person who invited you for a new one').waitFor()
})
