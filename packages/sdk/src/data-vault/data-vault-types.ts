import type { appInternalsSymbol } from '../app/types.ts'
import type { CacheStore } from '../cache/cache-types.ts'

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
