import type { CacheStore } from '../cache/cached-value.ts'
import { KeyedCache } from '../cache/keyed-cache.ts'
import type { Actor } from '../core/actors.ts'
import { appInternalsSymbol } from '../core/extensions.ts'

/** A store of the data vault. Keys, secrets and values never leave this process unencrypted. */
export interface DataVaultStore {
  readonly id: string
  /** Encrypts the value and keeps it, over the one that was there. Without the secret nobody can read it again. */
  setValue(key: string, value: string, options: DataVaultOptions): Promise<void>
  /** Null when there is no value under this key and secret: with another secret there is none. */
  getValue(key: string, options: DataVaultOptions): Promise<string | null>
  readonly [appInternalsSymbol]: DataVaultValues
}

export interface DataVaultOptions {
  /** Keep it apart from the server key; an empty text is a secret like any other. */
  secret: string
}

/** For the packages built on this one. A value is kept while somebody shows it, and for a moment after that. */
export interface DataVaultValues {
  value(key: string, options: DataVaultOptions): CacheStore<string | null>
}

const loadDataVault = () => import('./data-vault.ts')

/** Only values that somebody shows are kept decrypted; those that are asked for are handed over and forgotten. */
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

/** The secret is part of it: under another one there is another value, or none. */
const cacheKeyOf = (key: string, options: DataVaultOptions | undefined) => JSON.stringify([key, options?.secret])
