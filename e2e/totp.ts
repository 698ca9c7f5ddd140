import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { demoUrl } from './browser.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The current TOTP (RFC 6238) for a key in base 32. */
export function totpOfKey(key: string, now = Date.now()): string {
  const bits = [...key.replaceAll(' ', '')].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const secret = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash[hash.length - 1]! & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A code that is invalid now and in the minutes around, since servers accept neighboring ones. */
export function wrongTotpOfKey(key: string, now = Date.now()): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => totpOfKey(key, now + steps * 30_000))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!
}

/** The key of the authenticator app that is being set up. */
export async function readKey(page: Page): Promise<string> {
  return (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())!
}

/** Sets up a second factor in the account settings of the signed-in user. Returns the key for an authenticator app. */
export async function setUpSecondFactor(page: Page): Promise<string> {
  await page.goto(`${demoUrl}handler/account-settings#auth`)
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Set up' }).click()
  const key = await readKey(page)
  await section.getByLabel('Code', { exact: true }).fill(totpOfKey(key))
  await saveRecoveryCodes(page)
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
  return key
}

/** Says that the codes on the page are saved, and returns them. */
export async function saveRecoveryCodes(page: Page): Promise<string[]> {
  await page.getByLabel("I've saved these codes.").check()
  const codes = await page.getByText(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/).allTextContents()
  await page.getByRole('button', { name: /^(Done|Continue)$/ }).click()
  return codes
}
