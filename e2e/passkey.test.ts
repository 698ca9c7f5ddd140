import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findAccessibilityProblems, newPerson, openBrowser } from './browser.ts'
import { type PasskeyServer, startPasskeyServer } from './passkey-server.ts'

let server: PasskeyServer
let demo: string

beforeAll(async () => {
  server = await startPasskeyServer()
  demo = `${server.url}/demo/`
})
afterAll(() => server.stop())

/** A device with the demo app and a place for passkeys, which the person unlocks whenever it is asked to. */
async function openDevice(options: Parameters<typeof openBrowser>[0] = {}) {
  const page = await openBrowser(options)
  await page.route('**/demo/config.json', (route) => route.fulfill({ json: server.config }))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const device = {
    /** Whether the device is touched when it is asked for a passkey; one that was asked before stays untouched. */
    async setPresence(enabled: boolean) {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    async countPasskeys() {
      return (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
  }
  return { page, device }
}

/** The mail proves the address, which a passkey needs. */
async function signUpByMail(page: Page): Promise<string> {
  const { email } = newPerson()
  await page.goto(`${demo}handler/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code').waitFor()
  const code = await vi.waitFor(
    async () => {
      const mails = await (await fetch(`${server.url}/inbox/mails.json`)).json()
      return mails.find((mail: { to: string[]; code?: string }) => mail.to.includes(email)).code as string
    },
    { timeout: 15_000, interval: 100 },
  )
  await page.keyboard.type(code)
  await page.waitForURL(demo)
  return email
}

async function addPasskey(page: Page) {
  await page.goto(`${demo}handler/account-settings#auth`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('You have a passkey.').waitFor()
}

async function signOut(page: Page) {
  await page.goto(demo)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
}

test('a passkey is added in the settings, signs in by the button, and is removed again', async () => {
  const { page, device } = await openDevice()
  const email = await signUpByMail(page)
  await addPasskey(page)
  expect(await device.countPasskeys()).toBe(1)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await signOut(page)

  // Without a touch the suggestions wait, and so does the page.
  await device.setPresence(false)
  await page.goto(`${demo}notes`)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await device.setPresence(true)
  await button.click()
  await page.getByRole('heading', { name: 'My note' }).waitFor()
  await page.goto(demo)
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()

  await page.goto(`${demo}handler/account-settings#auth`)
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('button', { name: 'Yes, remove it' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor()

  await signOut(page)
  await page.goto(`${demo}handler/sign-in`)
  await page.getByText('This passkey does not work here.').waitFor()
})

test('a passkey among the suggestions of the e-mail field signs in', async () => {
  const { page } = await openDevice()
  const email = await signUpByMail(page)
  await addPasskey(page)
  await signOut(page)

  // The virtual device takes the first suggestion as soon as there is one: nothing is clicked here.
  await page.goto(`${demo}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
  await page.goto(demo)
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
})

test('who has no passkey is told so quietly', async () => {
  const { page } = await openDevice({ width: 380, colorScheme: 'dark' })
  await page.goto(`${demo}handler/sign-in`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const note = page.getByText('No passkey was used.')
  await note.waitFor()
  expect(await note.getAttribute('data-kind')).toBe(null)
  expect(await findAccessibilityProblems(page)).toEqual([])
})
