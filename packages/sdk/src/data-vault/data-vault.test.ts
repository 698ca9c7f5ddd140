import { describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { AssertionError, appInternalsSymbol, type DataVaultStore, KnownErrors, ServerApp } from '../index.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { createServer, openProject } from '../testing/open-project.ts'
import { show, shownIn } from '../testing/shown.ts'
import { decryptValue, deriveAesKey, deriveVaultKey, encryptValue, hashVaultKey } from './crypto.ts'

const settings = { 'dataVault.stores': { secrets: { displayName: 'Secrets' }, others: {} } }
const secret = 'test-secret'

async function openStore(id = 'secrets') {
  const opened = await openProject(settings)
  const app = createServer(opened.project)
  return { ...opened, app, store: await app.getDataVaultStore(id) }
}

/** A store without a server that records its requests. */
async function openRecordingStore() {
  const api = createFakeApi({ 'POST /data-vault/stores/secrets/set': { success: true } })
  vi.stubGlobal('fetch', api.fetch)
  const keys = { publishableClientKey: 'pck', secretServerKey: 'ssk' }
  const store = await new ServerApp({ tokenStore: null, projectId: 'p1', ...keys }).getDataVaultStore('secrets')
  const sent = () => api.sent.map(({ body }) => body as { hashed_key: string; encrypted_value: string })
  return { store, sent }
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const count = (length: number) => Uint8Array.from({ length }, (_, index) => index)

describe('the published test vector', () => {
  test('matches the derived key', async () => {
    expect(toHex(await deriveVaultKey('key', secret))).toBe(
      '02ca4a31433aeb87251d4a1b7f044071b30e1a800716a990bad414a1f217d345',
    )
  })

  test('matches the hashed key', async () => {
    const hashedKey = await hashVaultKey(await deriveVaultKey('key', secret), secret)
    expect(hashedKey).toBe('LrwP2F85+mxqGJmIr/7MJ9pVwvdcdeVNkD2IZU6dM9A=')
  })

  test('matches the encryption key', async () => {
    expect(toHex(await deriveAesKey(await deriveVaultKey('key', secret), count(16)))).toBe(
      '6ec2bb5a8ffca8128f5086054ee38dd33b94d819d6c4a4904c004636488f6afa',
    )
  })

  test('matches the encrypted value, which decrypts to the value', async () => {
    const vaultKey = await deriveVaultKey('key', secret)
    const encrypted = 'AQAAAQIDBAUGBwgJCgsMDQ4PAAECAwQFBgcICQoL9i4RwB0Fozaj6uyGKdAVb+AiNaB2aTB8W/8='
    expect(await encryptValue(vaultKey, 'test-value', count(16), count(12))).toBe(encrypted)
    expect(await decryptValue(vaultKey, encrypted)).toBe('test-value')
  })

  test('is decrypted by a store', async () => {
    const { project, store } = await openStore()
    await project.call('POST /data-vault/stores/{store}/set', {
      as: 'server',
      params: { store: 'secrets' },
      body: {
        hashed_key: 'LrwP2F85+mxqGJmIr/7MJ9pVwvdcdeVNkD2IZU6dM9A=',
        encrypted_value: 'AQAAAQIDBAUGBwgJCgsMDQ4PAAECAwQFBgcICQoL9i4RwB0Fozaj6uyGKdAVb+AiNaB2aTB8W/8=',
      },
    })
    expect(await store.getValue('key', { secret })).toBe('test-value')
  })
})

describe('a store', () => {
  test('is created lazily and reports a missing store on first use', async () => {
    const { store, takeRequests } = await openStore('nowhere')
    expect(takeRequests()).toEqual([])
    expect(store.id).toBe('nowhere')
    expect(Object.isFrozen(store)).toBe(true)
    const noStore = (error: unknown) => KnownErrors.DataVaultStoreDoesNotExist.isInstance(error)
    await expect(store.setValue('key', 'value', { secret })).rejects.toSatisfy(noStore)
    await expect(store.getValue('key', { secret })).rejects.toSatisfy(noStore)
  })

  test('is one object that caches shown values and no values that are only read', async () => {
    const { app, store, takeRequests } = await openStore()
    expect(await app.getDataVaultStore('secrets')).toBe(store)
    expect(await app.getDataVaultStore('others')).not.toBe(store)
    const { value } = store[appInternalsSymbol]
    const [mine, other] = [value('key', { secret }), value('key', { secret: 'other' })]
    expect(value('key', { secret })).toBe(mine)
    await show(mine, other)
    await store.setValue('key', 'first', { secret })
    expect([shownIn(mine), shownIn(other)]).toEqual(['first', null])
    takeRequests()
    await Promise.all([store.getValue('key', { secret }), store.getValue('key', { secret })])
    expect(takeRequests()).toHaveLength(2)
  })

  test('returns the last value, or null if there is none', async () => {
    const { store } = await openStore()
    expect(await store.getValue('key', { secret })).toBeNull()
    await store.setValue('key', 'first', { secret })
    await store.setValue('key', 'second', { secret })
    expect(await store.getValue('key', { secret })).toBe('second')
    expect(await store.getValue('other key', { secret })).toBeNull()
  })

  test('returns null for a wrong secret and keeps the value', async () => {
    const { store } = await openStore()
    await store.setValue('key', 'value', { secret })
    for (const wrong of ['', 'Test-secret', 'test-secret ']) {
      expect(await store.getValue('key', { secret: wrong })).toBeNull()
    }
    await store.setValue('key', 'of the other secret', { secret: 'other' })
    expect(await store.getValue('key', { secret })).toBe('value')
  })

  test('does not share keys with another store', async () => {
    const { app, store } = await openStore()
    await store.setValue('key', 'value', { secret })
    expect(await (await app.getDataVaultStore('others')).getValue('key', { secret })).toBeNull()
  })

  test.each([
    ['empty texts', '', '', ''],
    ['texts of any script', 'žluťoučký kůň / ключ 🗝️', '漢字 "quoted" \\ \n', '\ufeff🔐 žluť \u202e'],
    ['long keys and secrets', 'k/'.repeat(2000), 'value', 's'.repeat(5000)],
    ['texts with the character U+0000', 'a\0b', 'c\0d', 'e\0f'],
  ])('accepts %s', async (_, key, value, odd) => {
    const { store } = await openStore()
    await store.setValue(key, value, { secret: odd })
    expect(await store.getValue(key, { secret: odd })).toBe(value)
    await store.setValue('byte order mark', '\ufeffvalue', { secret: odd })
    expect(await store.getValue('byte order mark', { secret: odd })).toBe('\ufeffvalue')
  })

  test.each([
    ['a megabyte', 'x'.repeat(1_048_576)],
    ['a million characters of three bytes', '漢'.repeat(1_000_000)],
  ])('accepts %s', async (_, value) => {
    const { store } = await openStore()
    await store.setValue('key', value, { secret })
    expect((await store.getValue('key', { secret })) === value).toBe(true)
  })

  test('rejects values that are not strings before it sends a request', async () => {
    const { store, takeRequests } = await openStore()
    const wrong = store as unknown as Record<keyof DataVaultStore, (...args: unknown[]) => Promise<unknown>>
    const message = (type: string) => `secret must be a string, got ${type}`
    await expect(wrong.getValue('key', { secret: 5 })).rejects.toThrow(message('number'))
    await expect(wrong.getValue('key', {})).rejects.toThrow(message('undefined'))
    await expect(wrong.getValue('key')).rejects.toThrow(message('undefined'))
    await expect(wrong.setValue('key', 'value', { secret: null })).rejects.toThrow(message('object'))
    await expect(wrong.setValue('key', undefined, { secret })).rejects.toThrow('value must be a string, got undefined')
    await expect(wrong.setValue(7, 'value', { secret })).rejects.toThrow('key must be a string, got number')
    expect(takeRequests()).toEqual([])
  })
})

describe('a request', () => {
  test('reveals neither key nor secret nor value', async () => {
    const { store, sent } = await openRecordingStore()
    await store.setValue('name of the key', 'private value', { secret: 'very secret' })
    const [body] = sent()
    expect(Object.keys(body!)).toEqual(['hashed_key', 'encrypted_value'])
    const bytes = Object.values(body!).map((text) => Buffer.from(text, 'base64').toString('latin1'))
    expect(bytes.map((text) => text.length)).toEqual([32, 2 + 16 + 12 + 'private value'.length + 16])
    for (const text of [...Object.values(body!), ...bytes]) {
      expect(text).not.toMatch(/name of the key|private value|very secret/)
    }
  })

  test('has a unique salt and initialisation vector for each of a thousand equal values', async () => {
    const { store, sent } = await openRecordingStore()
    for (let round = 0; round < 10; round++) await store.setValue('key', 'the same value', { secret })
    const vaultKey = await deriveVaultKey('key', secret)
    const more = await Promise.all(Array.from({ length: 990 }, () => encryptValue(vaultKey, 'the same value')))
    const encrypted = [...sent().map(({ encrypted_value }) => encrypted_value), ...more]
    const values = encrypted.map((text) => Buffer.from(text, 'base64'))
    const distinct = (start: number, end: number) => new Set(values.map((bytes) => toHex(bytes.subarray(start, end))))
    expect([...distinct(0, 2)]).toEqual(['0100'])
    expect([distinct(2, 18).size, distinct(18, 30).size, distinct(30, 44).size]).toEqual([1000, 1000, 1000])
    expect(new Set(sent().map(({ hashed_key }) => hashed_key)).size).toBe(1)
  })
})

test('requests are retried when the connection breaks, because they are idempotent', async () => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
  const vaultKey = await deriveVaultKey('key', secret)
  const api = createFakeApi({
    'POST /data-vault/stores/secrets/set': [new TypeError('broken'), { success: true }],
    'POST /data-vault/stores/secrets/get': [
      new TypeError('broken'),
      { encrypted_value: await encryptValue(vaultKey, 'value') },
    ],
  })
  vi.stubGlobal('fetch', api.fetch)
  const keys = { publishableClientKey: 'pck', secretServerKey: 'ssk' }
  const store = await new ServerApp({ tokenStore: null, projectId: 'p1', ...keys }).getDataVaultStore('secrets')
  await store.setValue('key', 'value', { secret })
  expect(await store.getValue('key', { secret })).toBe('value')
  expect(api.sent).toHaveLength(4)
})

describe('a value that was changed on the server', () => {
  const change = async (edit: (bytes: Buffer) => Buffer | string) => {
    const vaultKey = await deriveVaultKey('key', secret)
    const changed = edit(Buffer.from(await encryptValue(vaultKey, 'value'), 'base64'))
    return decryptValue(vaultKey, typeof changed === 'string' ? changed : changed.toString('base64'))
  }
  const flip = (index: number) => (bytes: Buffer) => {
    bytes[index]! ^= 1
    return bytes
  }

  test.each([
    2, 17, 18, 29, 30, 34, 35, 50,
  ])('in byte %i does not decrypt, and the error suggests a wrong secret', async (index) => {
    await expect(change(flip(index))).rejects.toThrow(/Decryption failed.*secret/)
  })

  test('does not decrypt with the key of another secret', async () => {
    const encrypted = await encryptValue(await deriveVaultKey('key', secret), 'value')
    await expect(decryptValue(await deriveVaultKey('key', 'other'), encrypted)).rejects.toThrow('Decryption failed')
    await expect(decryptValue(await deriveVaultKey('other', secret), encrypted)).rejects.toThrow('Decryption failed')
  })

  test.each([
    ['of another version', flip(0)],
    ['of another second byte of the version', flip(1)],
    ['that is empty', () => ''],
    ['that is not base64', () => 'not base64!'],
    ['that is cut off', (bytes: Buffer) => bytes.subarray(0, 45)],
  ])('to one %s is an assertion error', async (_, edit) => {
    await expect(change(edit)).rejects.toBeInstanceOf(AssertionError)
  })

  test('reaches the caller of a store as an error, not as null', async () => {
    const { project, store } = await openStore()
    const hashed_key = await hashVaultKey(await deriveVaultKey('key', secret), secret)
    const encrypted_value = await encryptValue(await deriveVaultKey('key', 'other'), 'value')
    const body = { hashed_key, encrypted_value }
    await project.call('POST /data-vault/stores/{store}/set', { as: 'server', params: { store: 'secrets' }, body })
    await expect(store.getValue('key', { secret })).rejects.toThrow('Decryption failed')
  })
})
