import { useRef, useSyncExternalStore } from 'react'
import { nothing } from '../ui/shown-project.ts'
import { readStorage } from '../ui/storage.ts'

const key = '_LATCHKEY.lastUsed'

/** How somebody signed in here before: the id of a provider, or `passkey`. It stays the same while the page is open. */
export function useLastUsed(): string | undefined {
  const found = useRef<string>(undefined)
  const read = () => {
    found.current ??= readLastUsed()
    return found.current
  }
  return useSyncExternalStore(nothing.subscribe, read, () => '') || undefined
}

/** Returns what undoes it, for a sign-in that comes to nothing. */
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
    // Browsers can be told to keep nothing. That costs a badge.
  }
}
