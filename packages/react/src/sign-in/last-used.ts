import { useRef, useSyncExternalStore } from 'react'
import { nothing } from '../ui/shown-project.ts'
import { readStorage } from '../ui/storage.ts'

const key = '_LATCHKEY.lastUsed'

/** The last used sign-in method: the id of a provider, or `passkey`. It does not change while the page is open. */
export function useLastUsed(): string | undefined {
  const found = useRef<string>(undefined)
  const read = () => {
    found.current ??= readLastUsed()
    return found.current
  }
  return useSyncExternalStore(nothing.subscribe, read, () => '') || undefined
}

/** Returns an undo function for sign-ins that fail. */
export function rememberLastUsed(method: string): () => void {
  const before = readLastUsed()
  writeLastUsed(method)
  return () => writeLastUsed(before)
}

function readLastUsed(): string {
  return readStorage(key) ?? ''
}

function writeLastUsed(method: string): void {
  try {
    if (method) globalThis.localStorage.setItem(key, method)
    else globalThis.localStorage.removeItem(key)
  } catch {
    // If storage is blocked, only the badge is missing.
  }
}
