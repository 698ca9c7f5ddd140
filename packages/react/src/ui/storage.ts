/** What this browser has stored under a key. Null if there is nothing, or where storage is not allowed. */
export function readStorage(key: string): string | null {
  try {
    return globalThis.localStorage.getItem(key)
  } catch {
    return null
  }
}
