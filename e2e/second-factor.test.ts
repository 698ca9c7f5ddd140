import { test } from 'vitest'
import { demoUrl, fillSignIn, openBrowser, signUp } from './browser.ts'
import { setUpSecondFactor, totpOfKey, wrongTotpOfKey } from './totp.ts'

async function signUpWithSecondFactor() {
  const page = await openBrowser()
  const person = await signUp(page)
  return { person, key: await setUpSecondFactor(page) }
}

test('a sign-in requires the code of the authenticator app and leads to where the user wanted to go', async () => {
  const { person, key } = await signUpWithSecondFactor()
  const page = await openBrowser()
  await page.goto(`${demoUrl}notes`)
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.keyboard.type(wrongTotpOfKey(key))
  await page.getByText('Wrong code. Enter the one your app shows now.').waitFor()
  await page.keyboard.type(totpOfKey(key))
  await page.waitForURL(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()

  await page.goto(`${demoUrl}handler/mfa`)
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
})

const storages = {
  full: () => {
    // In pieces that halve, until not a single character fits.
    for (let size = 8_000_000, index = 0; size >= 1; index++) {
      try {
        sessionStorage.setItem(`filler ${index}`, 'x'.repeat(size))
      } catch {
        size /= 2
      }
    }
  },
  blocked: () => {
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  },
}

test.each(
  Object.entries(storages),
)('a sign-in with a second factor works although the storage is %s', async (_, spoil) => {
  const { person, key } = await signUpWithSecondFactor()
  const page = await openBrowser()
  await page.addInitScript(spoil)
  await page.goto(`${demoUrl}notes`)
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.reload()
  await page.getByLabel('Code').waitFor()
  await page.keyboard.type(totpOfKey(key))
  await page.waitForURL(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
})

test('who goes back from the second factor can start over, and another tab knows nothing of the attempt', async () => {
  const { person, key } = await signUpWithSecondFactor()
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/sign-in`)
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  const otherTab = await page.context().newPage()
  await otherTab.goto(`${demoUrl}handler/mfa`)
  await otherTab.getByRole('heading', { name: 'Sign in again' }).waitFor()

  await page.goBack()
  await page.getByRole('tab', { name: 'Password' }).waitFor()
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.reload()
  await page.getByLabel('Code').waitFor()
  await page.keyboard.type(totpOfKey(key))
  await page.waitForURL(demoUrl)
  await otherTab.goto(demoUrl)
  await otherTab.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
})
