import { useSyncExternalStore } from 'react'

const everyMillis = 20_000
const whileAwayMillis = 2000

let isAway = false
let timer: ReturnType<typeof setTimeout> | undefined
let isChecking = false
const listeners = new Set<() => void>()
const returnListeners = new Set<() => void>()
const waiting = new Set<() => void>()

/** Checks whether the server is ready, and keeps checking while it is unreachable. */
export function checkConnection(): void {
  if (isChecking) return
  isChecking = true
  void askServer().then(() => {
    isChecking = false
    schedule()
  })
}

async function askServer(): Promise<void> {
  let isReachable = false
  try {
    isReachable = (await fetch('/ready', { cache: 'no-store' })).ok
  } catch {
    // No connection at all.
  }
  if (isReachable) {
    const callbacks = [...waiting]
    waiting.clear()
    for (const callback of callbacks) callback()
  }
  if (isReachable !== isAway) return
  isAway = !isReachable
  for (const listener of listeners) listener()
  if (isReachable) for (const listener of returnListeners) listener()
}

function schedule(): void {
  clearTimeout(timer)
  timer = setTimeout(
    () => {
      // Hidden tabs do not poll. They check as soon as they become visible.
      if (document.visibilityState === 'visible') checkConnection()
    },
    isAway || waiting.size > 0 ? whileAwayMillis : everyMillis,
  )
}

/**
 * For something that failed because of the connection: calls back when the server is ready, though not at once, in case
 * it is ready and fails nevertheless. Returns a function that stops waiting.
 */
export function whenReachable(callback: () => void): () => void {
  const delay = setTimeout(() => {
    waiting.add(callback)
    if (document.visibilityState === 'visible') checkConnection()
  }, whileAwayMillis)
  return () => {
    clearTimeout(delay)
    waiting.delete(callback)
  }
}

/** Calls back when the server is back after an outage, if there is one now. */
export function onReturn(callback: () => void): () => void {
  returnListeners.add(callback)
  checkConnection()
  return () => returnListeners.delete(callback)
}

/** Call once, when the app starts. */
export function watchConnection(onReturn: () => void): void {
  returnListeners.add(onReturn)
  addEventListener('online', checkConnection)
  addEventListener('offline', checkConnection)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkConnection()
  })
  schedule()
}

export function useIsServerAway(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isAway,
  )
}
