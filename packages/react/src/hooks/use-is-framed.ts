import { useSyncExternalStore } from 'react'

/** Whether the page is in a frame. Providers refuse to load there, and clicks can be hijacked. */
export function useIsFramed(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => globalThis.window !== globalThis.window.top,
    () => false,
  )
}
