import type { CacheStore } from '@latchkey/sdk'
import { useCached } from './use-cached.ts'

type HookOf<Store> =
  Store extends CacheStore<infer Value>
    ? () => Value
    : Store extends (...args: infer Args) => CacheStore<infer Value>
      ? (...args: Args) => Value
      : never

/**
 * Creates hooks that each read one of the SDK's stores. The table maps names of hooks to names of stores; a store with
 * parameters gets the arguments of the hook.
 */
export function createHooks<Stores, const Table extends Record<string, keyof Stores>>(
  getStores: () => Stores,
  table: Table,
): { [Hook in keyof Table]: HookOf<Stores[Table[Hook]]> } {
  const hooks = Object.entries(table).map(([hook, name]) => [
    hook,
    (...args: unknown[]) => {
      const store = getStores()[name] as CacheStore<unknown> | ((...args: unknown[]) => CacheStore<unknown>)
      return useCached(typeof store === 'function' ? store(...args) : store)
    },
  ])
  return Object.fromEntries(hooks)
}
