import type { CacheStore } from '../cache/cached-value.ts'
import { KeyedCache } from '../cache/keyed-cache.ts'
import type { Actor } from '../core/actors.ts'
import { appInternalsSymbol } from '../core/extensions.ts'

/** A store of the data vault. Keys, secrets and values never leave this process unencrypted. */
export interface DataVaultStore {
  readonly id: string
  /** Encrypts the value and stores it, replacing any earlier one. It cannot be read without the secret. */
  setValue(key: string, value: string, options: DataVaultOptions): Promise<void>
  /** Null if there is no value for this key and secret. */
  getValue(key: string, options: DataVaultOptions): Promise<string | null>
  readonly [appInternalsSymbol]: DataVaultValues
}

export interface DataVaultOptions {
  /** Store it separately from the server key. An empty string is a valid secret. */
  secret: string
}

/** Used by packages built on this one. A value is cached while it is shown, and for a few seconds after that. */
export interface DataVaultValues {
  value(key: string, options: DataVaultOptions): CacheStore<string | null>
}

const loadDataVault = () => import('./data-vault.ts')

/** Only values that are shown by hooks are cached decrypted; `getValue` caches nothing. */
export function createDataVaultStore(actor: Actor, id: string): DataVaultStore {
  const values = new KeyedCache()
  const getValue = async (key: string, options: DataVaultOptions) =>
    (await loadDataVault()).getValue(actor, id, key, options)
  const store: DataVaultStore = {
    id,
    getValue,
    async setValue(key, value, options) {
      await (await loadDataVault()).setValue(actor, id, key, value, options)
      await values.refresh(cacheKeyOf(key, options))
    },
    [appInternalsSymbol]: {
      value: (key, options) => values.get(cacheKeyOf(key, options), () => getValue(key, options)),
    },
  }
  return Object.freeze(Object.assign(store, actor.core.extensions.dataVaultStore?.(store)))
}

/** Includes the secret, because another secret means another value. */
const cacheKeyOf = (key: string, options: DataVaultOptions | undefined) => JSON.stringify([key, options?.secret])
