import { useRef, useSyncExternalStore } from 'react'
import { nothing } from './shown-project.ts'

/** A value in the browser's storage. Null if there is none or storage is blocked. */
export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The same for a component. Empty if there is none; it does not change while the page is open. */
export function useStored(key: string): string {
  const found = useRef<string>(undefined)
  const read = () => {
    found.current ??= readStorage(key) ?? ''
    return found.current
  }
  return useSyncExternalStore(nothing.subscribe, read, () => '')
}
