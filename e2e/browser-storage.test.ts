import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAccount, demoUrl, fillSignIn, openBrowser, signUp } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'
import { setUpSecondFactor, totpOfKey } from './totp.ts'

const token = /^[\w-]{20,}$/
const accessToken = { 'stack-access': expect.stringMatching(/^\["[\w-]{20,}","[\w-]+\.[\w-]+\.[\w-]+"\]$/) }

const keyDatabase = [{ name: 'latchkey', version: 1 }]

/** Everything that the pages have kept in the browser, by name. */
async function readStorage(page: Page, databases: object[] = []): Promise<Record<string, string>> {
  const others = await page.evaluate(async () => [...(await indexedDB.databases()), ...(await caches.keys())])
  expect(others, 'databases and caches').toEqual(databases)
  const cookies = (await page.context().cookies()).map(({ name, value }) => [name, decodeURIComponent(value)])
  const stored = await page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)])
  return Object.fromEntries([...cookies, ...stored])
}

// ASVS 14.3.3
test('for a user, the browser stores only session tokens, their key and the last sign-in method', async () => {
  const elsewhere = await openBrowser()
  const person = await signUp(elsewhere)
  const key = await setUpSecondFactor(elsewhere)
  const { projectId } = await (await fetch(`${demoUrl}config.json`)).json()

  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/account-settings`)
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  const method = { '_LATCHKEY.lastUsed': 'password' }
  expect(await readStorage(page, keyDatabase)).toEqual({
    ...method,
    stack_mfa_attempt_code: expect.stringMatching(token),
    stack_mfa_methods: 'totp,recovery_code',
  })
  await page.keyboard.type(totpOfKey(key))
  await page.waitForURL(`${demoUrl}handler/account-settings`)
  for (const [hash, title] of [
    ['profile', 'My profile'],
    ['auth', 'Emails & sign-in'],
    ['sessions', 'Active sessions'],
    ['api-keys', 'API keys'],
  ]) {
    await page.goto(`${demoUrl}handler/account-settings#${hash}`)
    await page.getByRole('heading', { name: title!, exact: true }).first().waitFor()
  }
  expect(await readStorage(page, keyDatabase)).toEqual({
    ...method,
    ...accessToken,
    [`stack-refresh-${projectId}`]: expect.stringMatching(/^bound-[0-9a-z]{45}$/),
  })
  // The key that the session is bound to: scripts can sign with it, and cannot read it.
  expect(await readKey(page, projectId)).toEqual({
    keys: [projectId],
    members: ['privateKey', 'jwk', 'nonces'],
    isExtractable: false,
    exported: 'InvalidAccessError',
  })
})

async function readKey(page: Page, projectId: string) {
  return page.evaluate(async (projectId) => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await resultOf(indexedDB.open('latchkey'))
    const store = () => database.transaction('keys').objectStore('keys')
    const keys = await resultOf(store().getAllKeys())
    const value = await resultOf(store().get(projectId))
    database.close()
    const { privateKey } = value as { privateKey: CryptoKey }
    const exported = await Promise.all(
      (['jwk', 'pkcs8'] as const).map((format) =>
        crypto.subtle.exportKey(format, privateKey).then(
          () => 'exported',
          (error: Error) => error.name,
        ),
      ),
    )
    const isExtractable = privateKey.extractable
    return { keys, members: Object.keys(value), isExtractable, exported: [...new Set(exported)].join() }
  }, projectId)
}

// ASVS 14.3.3
test('of an owner, the browser also stores preferences and projects, but no secret keys and nothing of users', async () => {
  const { page, open, id, askAsAdmin } = await openOwnedProject()
  const user = await askAsAdmin('POST', '/users', { display_name: 'Ada', primary_email: 'ada@example.com' })
  for (const path of ['', '/users', `/users/${user.id}`, '/sign-in-methods', '/emails', '/audit-log', '/settings']) {
    await open(path)
  }
  await open('/api-keys')
  await page.getByRole('button', { name: 'Create keys' }).first().click()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  const { 'latchkey-own-projects': projects, ...others } = await readStorage(page)
  expect(JSON.parse(projects!)).toEqual([
    { id, name: 'Fieldnotes', publishableClientKey: expect.stringMatching(/^pck_/) },
  ])
  expect(others).toEqual({
    ...accessToken,
    'stack-refresh-internal': expect.stringMatching(token),
    'latchkey-last-project': id,
    'latchkey-sidebar-collapsed': 'false',
    // How far pages were scrolled.
    'tsr-scroll-restoration-v1_3': expect.not.stringMatching(/@|Ada/),
  })
})

test('someone whose browser blocks cookies is told so, and signs in once they are allowed', async () => {
  const person = await createAccount()
  const page = await openBrowser()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByRole('heading', { name: 'Cookies are blocked' }).waitFor()
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: false })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('tab', { name: 'Password' }).waitFor()
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: `Hello, ${person.email}` }).waitFor()
})

test('a page whose browser throws at cookies says what to do instead of staying blank', async () => {
  const page = await openBrowser()
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
  })
  await page.goto(`${demoUrl}notes`)
  await page.waitForURL(`${demoUrl}handler/sign-in?**`)
  await page.getByRole('heading', { name: 'Cookies are blocked' }).waitFor()
})
