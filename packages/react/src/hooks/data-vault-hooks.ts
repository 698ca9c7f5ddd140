import { appInternalsSymbol, type DataVaultOptions, type DataVaultStore as SdkDataVaultStore } from '@latchkey/sdk'
import { createHooks } from './store-hooks.ts'

/**
 * The SDK's store of the data vault with its hook.
 * @example const value = vault.useValue('token', { secret })
 */
export interface DataVaultStore extends SdkDataVaultStore {
  /**
   * `getValue` as a hook; null if there is no value for this key and secret.
   * @example const value = vault.useValue('token', { secret })
   */
  useValue(key: string, options: DataVaultOptions): string | null
}

export const createDataVaultHooks = (store: SdkDataVaultStore) =>
  createHooks(() => store[appInternalsSymbol], { useValue: 'value' })
