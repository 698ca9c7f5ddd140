import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser, serverUrl } from './browser.ts'

const sdk = new URL('../packages/sdk/dist/', import.meta.url)
const encrypted = 'AQAAAQIDBAUGBwgJCgsMDQ4PAAECAwQFBgcICQoL9i4RwB0Fozaj6uyGKdAVb+AiNaB2aTB8W/8='

/** Runs the code in Chromium, where `vault` is the published encryption module. */
let runInBrowser: (code: string) => Promise<unknown>

beforeEach(async () => {
  const page = await openBrowser()
  const folder = `${serverUrl}/sdk-under-test/`
  await page.route(`${folder}**`, async (route) => {
    const body = await readFile(new URL(route.request().url().slice(folder.length), sdk), 'utf8')
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto(serverUrl)
  runInBrowser = (code) => page.evaluate(`import('${folder}data-vault/crypto.js').then(async (vault) => { ${code} })`)
})

test('a browser encrypts and decrypts the published test vector of the data vault', async () => {
  const result = await runInBrowser(`
    const count = (length) => Uint8Array.from({ length }, (_, index) => index)
    const key = await vault.deriveVaultKey('key', 'test-secret')
    return {
      hashedKey: await vault.hashVaultKey(key, 'test-secret'),
      encrypted: await vault.encryptValue(key, 'test-value', count(16), count(12)),
      decrypted: await vault.decryptValue(key, '${encrypted}'),
    }`)
  expect(result).toEqual({
    hashedKey: 'LrwP2F85+mxqGJmIr/7MJ9pVwvdcdeVNkD2IZU6dM9A=',
    encrypted,
    decrypted: 'test-value',
  })
})

test('what a browser encrypts reads the same on a server, also a megabyte of any script under empty names', async () => {
  const { deriveVaultKey, decryptValue } = await import(new URL('data-vault/crypto.js', sdk).href)
  const value = 'žluťoučký 漢字 🗝️ '.repeat(40_000)
  const sent = await runInBrowser(`
    const key = await vault.deriveVaultKey('', '')
    return vault.encryptValue(key, 'žluťoučký 漢字 🗝️ '.repeat(40_000))`)
  expect((await decryptValue(await deriveVaultKey('', ''), sent)) === value).toBe(true)
})
