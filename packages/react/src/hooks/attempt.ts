import type { CacheStore } from '@latchkey/sdk'

/** Something that components wait for, or the error that it came to. */
type Attempt = { isOver: false; promise: Promise<void> } | { isOver: true; error: unknown }
export type Attempts = WeakMap<object, Attempt>

/** React renders what had waited more than once, over as long as it keeps fallbacks on screen, which is 300 ms. */
const momentMillis = 500

/**
 * What a component throws that needs the attempt: a promise to wait for, or the error of one that failed. React renders
 * again after a promise that rejects as well, and an error that was not remembered would only be caused again.
 */
export function attempt(attempts: Attempts, store: object, run: () => Promise<unknown>): unknown {
  const known = attempts.get(store)
  if (known) return known.isOver ? known.error : known.promise

  const promise = run().then(
    () => void attempts.delete(store),
    (error: unknown) => {
      attempts.set(store, { isOver: true, error })
      // Told to all who ask in this moment; who tries again later tries for real.
      setTimeout(() => attempts.delete(store), momentMillis)
    },
  )
  attempts.set(store, { isOver: false, promise })
  return promise
}

/** Runs until it is done or what the store shows changes, whichever comes first. */
export async function runUntilChange(
  store: CacheStore<unknown>,
  run: (changed: Promise<void>) => Promise<unknown>,
): Promise<void> {
  let stop = () => {}
  const changed = new Promise<void>((resolve) => {
    stop = store.subscribe(resolve)
  })
  await Promise.race([run(changed), changed]).finally(stop)
}
