import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { demoUrl, fillSignIn, newPerson, openBrowser, signOut, signUp } from './browser.ts'
import { waitForEmail } from './emails.ts'
import { openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'
import { saveRecoveryCodes } from './totp.ts'

async function openDevice(options: Parameters<typeof openBrowser>[0] = {}) {
  const page = await openBrowser(options)
  return { page, device: await addDevice(page) }
}

/** A virtual authenticator that the user always unlocks. */
async function addDevice(page: Page) {
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
  await page.addInitScript(() => {
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    credentials.get = (options) => {
      if (options?.mediation === 'conditional') Object.assign(globalThis, { hasSuggestions: true })
      return get(options)
    }
  })
  return {
    /** Whether the next passkey request is confirmed; a pending one stays unconfirmed. */
    async setPresence(enabled: boolean) {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    /** Resolves when the page has requested passkey autofill, some time after it has appeared. */
    async waitForSuggestions() {
      await page.waitForFunction(() => 'hasSuggestions' in globalThis)
    },
    async countPasskeys() {
      return (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
  }
}

/** The email verifies the address, which is required for a passkey. */
async function signUpByEmail(page: Page): Promise<string> {
  const { email } = newPerson()
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code').waitFor()
  const { code } = await waitForEmail(email, 'magic_link')
  await page.keyboard.type(code!)
  await page.waitForURL(demoUrl)
  return email
}

async function addPasskey(page: Page) {
  await page.goto(`${demoUrl}handler/account-settings#auth`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Never used').waitFor()
}

/** Chooses an action of the only passkey, or of one with this name. */
async function choose(page: Page, action: string, passkey: string | RegExp = /^Actions for/) {
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: passkey }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a passkey is added in the settings, signs in by the button, and is removed again', async () => {
  const { page, device } = await openDevice()
  const email = await signUpByEmail(page)
  await addPasskey(page)
  expect(await device.countPasskeys()).toBe(1)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await signOut(page)

  // Without confirmation the autofill request stays pending, and so does the page.
  await device.setPresence(false)
  await page.goto(`${demoUrl}notes`)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.waitFor()
  await device.waitForSuggestions()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await device.setPresence(true)
  await button.click()
  await page.getByRole('heading', { name: 'My note' }).waitFor()
  await page.goto(demoUrl)
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()

  await page.goto(`${demoUrl}handler/account-settings#auth`)
  await choose(page, 'Remove')
  await page.getByRole('button', { name: 'Yes, remove it' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor()

  await signOut(page)
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByText("This passkey doesn't work here.").waitFor()
})

test('a user has passkeys on two devices, names them, and removes one of them', async () => {
  const first = await openDevice()
  await signUpByEmail(first.page)
  await addPasskey(first.page)
  await choose(first.page, 'Rename')
  await first.page.getByLabel('Passkey name').fill('Laptop')
  await first.page.keyboard.press('Enter')
  await first.page.getByRole('button', { name: 'Actions for Laptop' }).waitFor()

  // The same device does not get a second passkey.
  await first.page.getByRole('button', { name: 'Add a passkey' }).click()
  await first.page.getByText('This device already has a passkey for your account.').waitFor()
  expect(await first.device.countPasskeys()).toBe(1)

  const storageState = await first.page.context().storageState()
  const second = await openDevice({ storageState })
  await second.page.goto(`${demoUrl}handler/account-settings#auth`)
  const passkeys = second.page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')
  await second.page.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.nth(1).waitFor()
  expect(await findAccessibilityProblems(second.page)).toEqual([])

  await choose(second.page, 'Remove', 'Actions for Laptop')
  await second.page.getByRole('button', { name: 'Yes, remove it' }).click()
  await passkeys.nth(1).waitFor({ state: 'detached' })
  await signOut(second.page)
  await first.page.goto(`${demoUrl}handler/sign-in`)
  await first.page.getByText("This passkey doesn't work here.").waitFor()
  await second.page.goto(`${demoUrl}notes`)
  await second.page.getByRole('heading', { name: 'My note' }).waitFor()
})

test('a passkey among the suggestions of the email field signs in', async () => {
  const { page } = await openDevice()
  const email = await signUpByEmail(page)
  await addPasskey(page)
  await signOut(page)

  // The virtual authenticator uses the first suggestion as soon as there is one: nothing is clicked here.
  await page.goto(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
  await page.goto(demoUrl)
  await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
})

test('a user without a passkey sees an unobtrusive message', async () => {
  const { page } = await openDevice({ width: 380, colorScheme: 'dark' })
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const note = page.getByText('No passkey was used.')
  await note.waitFor()
  expect(await note.getAttribute('data-kind')).toBe(null)
  expect(await findAccessibilityProblems(page)).toEqual([])
})

test('a passkey becomes the second factor that a project requires, and completes the next sign-in', async () => {
  const { askAsAdmin, openApp } = await openOwnedProject()
  const configure = (config: object) => askAsAdmin('PATCH', '/internal/projects/current', { config })
  await configure({ passkey_enabled: true, magic_link_enabled: true })
  const page = await openApp()
  const device = await addDevice(page)
  const person = await signUp(page)
  await configure({ second_factor: 'required', second_factor_required_from_millis: null })
  await page.goto(`${demoUrl}notes`)
  const button = page.getByRole('button', { name: 'Add a passkey' })
  await button.waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await shot(page)
  await button.click()
  expect(await saveRecoveryCodes(page)).toHaveLength(10)
  await page.waitForURL(`${demoUrl}notes`)
  await signOut(page)

  await device.setPresence(false)
  await page.goto(`${demoUrl}notes`)
  await fillSignIn(page, person)
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await use.waitFor()
  await shot(page)
  await device.setPresence(true)
  await use.click()
  await page.waitForURL(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
})
