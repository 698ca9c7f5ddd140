import type { Actor } from '../core/actors.ts'
import { hasCode } from '../errors/known-errors.ts'
import { decryptValue, deriveVaultKey, encryptValue, hashVaultKey } from './crypto.ts'
import type { DataVaultOptions } from './store.ts'

// Both are idempotent, so they are retried like reads.
const isIdempotent = true

export async function setValue(
  { core, as }: Actor,
  store: string,
  key: string,
  value: string,
  options: DataVaultOptions,
): Promise<void> {
  assertText('value', value)
  const { vaultKey, hashed_key } = await locate(key, options)
  const body = { hashed_key, encrypted_value: await encryptValue(vaultKey, value) }
  await core.call('POST /data-vault/stores/{store}/set', { ...as, params: { store }, body, isIdempotent })
}

export async function getValue(
  { core, as }: Actor,
  store: string,
  key: string,
  options: DataVaultOptions,
): Promise<string | null> {
  const { vaultKey, hashed_key } = await locate(key, options)
  const request = { ...as, params: { store }, body: { hashed_key }, isIdempotent }
  try {
    const { encrypted_value } = await core.call('POST /data-vault/stores/{store}/get', request)
    return await decryptValue(vaultKey, encrypted_value)
  } catch (error) {
    if (hasCode(error, 'DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST')) return null
    throw error
  }
}

async function locate(key: string, options: DataVaultOptions | undefined) {
  const secret = options?.secret
  assertText('secret', secret)
  assertText('key', key)
  const vaultKey = await deriveVaultKey(key, secret)
  return { vaultKey, hashed_key: await hashVaultKey(vaultKey, secret) }
}

/** For callers without types: undefined must not be stored as an empty string. */
function assertText(name: string, text: unknown): asserts text is string {
  if (typeof text !== 'string') throw new TypeError(`${name} must be a string, got ${typeof text}`)
}
