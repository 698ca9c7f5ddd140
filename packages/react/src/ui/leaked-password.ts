import { useSyncExternalStore } from 'react'

/** Written by the SDK when somebody has signed in with a leaked password: the ID of the user. */
const name = '_LATCHKEY.leaked'
const listeners = new Set<() => void>()

/** Whether to offer the user a change of the password. */
export function useHasLeakedPassword(user: { id: string } | object | null): boolean {
  const id = useSyncExternalStore(subscribe, read, () => null)
  return id !== null && !!user && 'id' in user && user.id === id
}

/** After it was changed, or if the user does not want to. The next sign-in with it offers it again. */
export function forgetLeakedPassword(): void {
  try {
    globalThis.sessionStorage.removeItem(name)
  } catch {}
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): string | null {
  try {
    return globalThis.sessionStorage.getItem(name)
  } catch {
    return null
  }
}
