import { browserCookies } from '@latchkey/sdk'

const codeName = 'stack_mfa_attempt_code'
const methodsName = 'stack_mfa_methods'

export interface Attempt {
  code: string
  /** The ways to complete it, the usual one first. Empty if the server has not said so. */
  methods: readonly string[]
}

/**
 * The sign-in that waits for its second factor. It is in the session storage, or in cookies if a server started it or
 * if the storage is full or blocked.
 */
export const storedAttempt = {
  /** Moves it from the cookies into the storage, if that works. */
  take(): Attempt | null {
    const code = take(codeName)
    return code ? { code, methods: (take(methodsName) ?? '').split(',').filter(Boolean) } : null
  },
  set(attempt: Attempt | null): void {
    keep(codeName, attempt?.code ?? null)
    keep(methodsName, attempt && String(attempt.methods))
  },
}

function take(name: string): string | null {
  const sent = browserCookies.getAll(name).find((value) => /^[\w,-]+$/.test(value))
  if (sent) keep(name, sent)
  return sent ?? readStorage(name)
}

function keep(name: string, value: string | null): void {
  browserCookies.set(name, writeStorage(name, value) ? null : value, 300)
}

function readStorage(name: string): string | null {
  try {
    return globalThis.sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function writeStorage(name: string, value: string | null): boolean {
  try {
    const { sessionStorage } = globalThis
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
    return true
  } catch {
    return false
  }
}
