import type { CacheStore } from '../cache/cached-value.ts'
import { KeyedCache } from '../cache/keyed-cache.ts'
import type { Actor } from '../core/actors.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { getValue, setValue } from './data-vault.ts'

/**
 * A store of the data vault. Keys, secrets and values never leave this process unencrypted.
 * @example
 * const vault = await latchkey.getDataVaultStore('tokens')
 * console.log(vault.id)
 */
export interface DataVaultStore {
  /** The id of the store. */
  readonly id: string
  /**
   * Encrypts the value and stores it, replacing any earlier one. It cannot be read without the secret.
   * @example await vault.setValue(user.id, token, { secret })
   */
  setValue(key: string, value: string, options: DataVaultOptions): Promise<void>
  /**
   * The decrypted value, or null if there is none for this key and secret.
   * @example const token = await vault.getValue(user.id, { secret })
   */
  getValue(key: string, options: DataVaultOptions): Promise<string | null>
  readonly [appInternalsSymbol]: DataVaultValues
}

/**
 * The secret that values are encrypted with.
 * @example await vault.setValue('token', value, { secret: process.env.VAULT_SECRET })
 */
export interface DataVaultOptions {
  /** Store it separately from the server key. An empty string is a valid secret. */
  secret: string
}

/**
 * Used by packages built on this one. A value is cached while it has subscribers, and for a few seconds afterwards.
 * @internal
 */
export interface DataVaultValues {
  value(key: string, options: DataVaultOptions): CacheStore<string | null>
}

/** Only values that hooks show are cached decrypted; `getValue` caches nothing. */
export function createDataVaultStore(actor: Actor, id: string): DataVaultStore {
  const values = new KeyedCache()
  const read = (key: string, options: DataVaultOptions) => getValue(actor, id, key, options)
  const store: DataVaultStore = {
    id,
    getValue: read,
    async setValue(key, value, options) {
      await setValue(actor, id, key, value, options)
      await values.refresh(cacheKeyOf(key, options))
    },
    [appInternalsSymbol]: {
      value: (key, options) => values.get(cacheKeyOf(key, options), () => read(key, options)),
    },
  }
  return Object.freeze(Object.assign(store, actor.core.extensions.dataVaultStore?.(store)))
}

/** Includes the secret, because another secret means another value. */
const cacheKeyOf = (key: string, options: DataVaultOptions | undefined) => JSON.stringify([key, options?.secret])
