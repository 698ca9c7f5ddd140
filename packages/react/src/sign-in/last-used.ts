import { readStorage, useStored } from '../ui/storage.ts'

const lastKey = '_LATCHKEY.lastUsed'
const passkeyKey = '_LATCHKEY.passkey'

/**
 * The sign-in method that was last used in this browser: the id of a provider, `passkey`, `password` or `magic-link`.
 * It does not change while the page is open.
 */
export const useLastUsed = () => useStored(lastKey)

/** Whether a passkey has signed in here before, even if another method was used since. */
export const useHasPasskey = () => !!useStored(passkeyKey)

/** Returns an undo function for sign-ins that fail. */
export function rememberLastUsed(method: string): () => void {
  const last = readStorage(lastKey)
  const passkey = readStorage(passkeyKey)
  write(lastKey, method)
  if (method === 'passkey') write(passkeyKey, method)
  return () => {
    write(lastKey, last)
    write(passkeyKey, passkey)
  }
}

/** After the server refused a passkey, such as one that was removed elsewhere, none is offered first anymore. */
export function forgetPasskey(): void {
  write(passkeyKey)
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

function write(key: string, value?: string | null): void {
  try {
    if (value) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    // If storage is blocked, only the badge is missing.
  }
}
