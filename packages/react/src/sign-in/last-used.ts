import { readStorage, useStored } from '../ui/storage.ts'

const lastKey = '_LATCHKEY.lastUsed'
const passkeyKey = '_LATCHKEY.passkey'
const keys = [lastKey, passkeyKey]

/**
 * The sign-in method that was last used in this browser: the id of a provider, `passkey`, `password` or `magic-link`.
 * It does not change while the page is open.
 */
export const useLastUsed = () => useStored(lastKey)

/** Whether a passkey has signed in here before, even if another method was used since. */
export const useHasPasskey = () => [useStored(passkeyKey), useLastUsed()].includes('passkey')

/** Returns an undo function for sign-ins that fail. */
export function rememberLastUsed(method: string): () => void {
  const before = keys.map(readStorage)
  for (const key of keys) if (key === lastKey || method === 'passkey') write(key, method)
  return () => {
    for (const [index, key] of keys.entries()) write(key, before[index])
  }
}

/** After the server refused a passkey, such as one that was removed elsewhere, none is offered first anymore. */
export function forgetPasskey(): void {
  for (const key of keys) if (readStorage(key) === 'passkey') write(key, null)
}

/** Runs a sign-in, which ends with leaving the page, and remembers its method unless it fails. */
export async function remembering<T>(method: string, signIn: () => Promise<T>): Promise<T> {
  const forget = rememberLastUsed(method)
  try {
    const result = await signIn()
    if ((result as { status?: string } | undefined)?.status === 'error') forget()
    return result
  } catch (error) {
    forget()
    throw error
  }
}

function write(key: string, value: string | null | undefined): void {
  try {
    if (value) globalThis.localStorage.setItem(key, value)
    else globalThis.localStorage.removeItem(key)
  } catch {
    // If storage is blocked, only the badge is missing.
  }
}
