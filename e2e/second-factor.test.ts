import { createHmac, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoUrl, fillSignIn, openBrowser, serverUrl, signUp } from './browser.ts'

/** Switches the second factor of whoever is signed in on, as a page of the app would. */
async function enableTotp(page: Page, secret: Buffer): Promise<void> {
  const { projectId, publishableClientKey } = await (await fetch(`${demoUrl}config.json`)).json()
  const request = page.waitForRequest((request) => !!request.headers()['x-stack-access-token'])
  await page.reload()
  const accessToken = (await request).headers()['x-stack-access-token']!
  const response = await fetch(`${serverUrl}/api/v1/users/me`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'client',
      'x-stack-project-id': projectId,
      'x-stack-publishable-client-key': publishableClientKey,
      'x-stack-access-token': accessToken,
    },
    body: JSON.stringify({ totp_secret_base64: secret.toString('base64') }),
  })
  expect(response.status, await response.text()).toBe(200)
}

/** What an authenticator app shows (RFC 6238). */
function totpOf(secret: Buffer, now = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash[hash.length - 1]! & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('a sign-in asks for the code of the authenticator app and leads where the person wanted to go', async () => {
  const secret = randomBytes(20)
  const page = await openBrowser()
  const person = await signUp(page)
  await enableTotp(page, secret)

  const elsewhere = await openBrowser()
  await elsewhere.goto(`${demoUrl}notes`)
  await fillSignIn(elsewhere, person)
  await elsewhere.getByRole('heading', { name: 'One more step' }).waitFor()
  const right = totpOf(secret)
  await elsewhere.keyboard.type(right === '000000' ? '111111' : '000000')
  await elsewhere.getByText('Wrong code. Try the one that your app shows now.').waitFor()
  await elsewhere.keyboard.type(totpOf(secret))
  await elsewhere.waitForURL(`${demoUrl}notes`)
  await elsewhere.getByRole('heading', { name: 'My note' }).waitFor()

  await elsewhere.goto(`${demoUrl}handler/mfa`)
  await elsewhere.getByRole('heading', { name: 'Sign in again' }).waitFor()
})
