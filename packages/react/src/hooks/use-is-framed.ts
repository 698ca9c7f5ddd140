import { useSyncExternalStore } from 'react'

/** Whether the page stands inside another one. Providers refuse to open there, and clicks there may be stolen. */
export function useIsFramed(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => globalThis.window !== globalThis.window.top,
    () => false,
  )
}
