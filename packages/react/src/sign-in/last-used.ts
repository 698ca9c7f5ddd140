import { readStorage, useStored } from '../ui/storage.ts'

const key = '_LATCHKEY.lastUsed'

/** The last used sign-in method: the id of a provider, or `passkey`. It does not change while the page is open. */
export const useLastUsed = () => useStored(key)

/** Returns an undo function for sign-ins that fail. */
export function rememberLastUsed(method: string): () => void {
  const before = readStorage(key) ?? ''
  writeLastUsed(method)
  return () => writeLastUsed(before)
}

function writeLastUsed(method: string): void {
  try {
    if (method) globalThis.localStorage.setItem(key, method)
    else globalThis.localStorage.removeItem(key)
  } catch {
    // If storage is blocked, only the badge is missing.
  }
}
