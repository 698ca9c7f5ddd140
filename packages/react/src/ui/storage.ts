/** A value in the browser's storage. Null if there is none or storage is blocked. */
export function readStorage(key: string): string | null {
  try {
    return globalThis.localStorage.getItem(key)
  } catch {
    return null
  }
}
