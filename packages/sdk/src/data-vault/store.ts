import { appInternalsSymbol } from '../app/types.ts'
import { KeyedCache } from '../cache/keyed-cache.ts'
import type { Actor } from '../core/actors.ts'
import type { DataVaultOptions, DataVaultStore } from './data-vault-types.ts'

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
