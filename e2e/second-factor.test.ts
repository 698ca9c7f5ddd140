import { test } from 'vitest'
import { demoUrl, fillSignIn, openBrowser, signOut, signUp } from './browser.ts'
import { shot } from './shot.ts'
import { saveRecoveryCodes, setUpSecondFactor, totpOfKey, wrongTotpOfKey } from './totp.ts'

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

test('somebody who has lost their phone signs in with a recovery code, which works once', async () => {
  const owner = await openBrowser()
  const person = await signUp(owner)
  await setUpSecondFactor(owner)
  const section = owner.getByRole('region', { name: 'Recovery codes' })
  await section.getByRole('button', { name: 'Create new codes' }).click()
  await section.getByRole('button', { name: 'Yes, create new codes' }).click()
  const [code] = await saveRecoveryCodes(owner)
  await section.getByText('Unused codes: 10').waitFor()

  const signIn = async () => {
    const page = await openBrowser()
    await page.goto(`${demoUrl}notes`)
    await fillSignIn(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code!.toLowerCase().replaceAll('-', ' '))
    await page.keyboard.press('Enter')
    return page
  }
  const page = await signIn()
  await page.waitForURL(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
  const again = await signIn()
  await again.getByText('This code is wrong or was used before. Try another one.').waitFor()

  // What somebody with a list of codes must not be able to do.
  await page.goto(`${demoUrl}handler/account-settings#auth`)
  await page.getByText('Unused codes: 9').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Yes, turn it off' }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByText('Enter the six-digit code from your authenticator app.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Yes, turn it off' }).waitFor()
})

test('a trusted device is asked for the password only, until it is forgotten', async () => {
  const { person, key } = await signUpWithSecondFactor()
  const page = await openBrowser()
  const signIn = async () => {
    await page.goto(`${demoUrl}notes`)
    await fillSignIn(page, person)
  }
  await signIn()
  await page.getByLabel('Trust this device for 30 days').check()
  await shot(page)
  await page.getByLabel('Code', { exact: true }).focus()
  await page.keyboard.type(totpOfKey(key))
  await page.waitForURL(`${demoUrl}notes`)
  await page.getByRole('heading', { name: 'My note' }).waitFor()
  await signOut(page)
  await signIn()
  await page.getByRole('heading', { name: 'My note' }).waitFor()

  await page.goto(`${demoUrl}handler/account-settings#auth`)
  const section = page.getByRole('region', { name: 'Trusted devices' })
  await section.getByText('Last used').waitFor()
  await shot(page)
  await section.getByRole('button', { name: 'Forget' }).click()
  await section.waitFor({ state: 'detached' })
  await signOut(page)
  await signIn()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
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
