import { browserCookies } from '@latchkey/sdk'

const name = 'stack_mfa_attempt_code'

/**
 * The sign-in that waits for its second factor. It is in the session storage, or in a cookie if a server started it or
 * if the storage is full or blocked.
 */
export const storedAttempt = {
  /** Moves it from the cookie into the storage, if that works. */
  take(): string | null {
    const sent = browserCookies.getAll(name).find((value) => /^[\w-]+$/.test(value))
    if (sent) storedAttempt.set(sent)
    return sent ?? readStorage()
  },
  set(attempt: string | null): void {
    browserCookies.set(name, writeStorage(attempt) ? null : attempt, 300)
  },
}

function readStorage(): string | null {
  try {
    return globalThis.sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function writeStorage(attempt: string | null): boolean {
  try {
    const { sessionStorage } = globalThis
    if (attempt === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, attempt)
    return true
  } catch {
    return false
  }
}
