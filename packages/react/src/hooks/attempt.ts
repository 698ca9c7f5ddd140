import type { CacheStore } from '@latchkey/sdk'

/** A promise that components wait for, or the error that it rejected with. */
type Attempt = { isOver: false; promise: Promise<void> } | { isOver: true; error: unknown }
export type Attempts = WeakMap<object, Attempt>

/** React may render suspended components several times while it keeps a fallback on screen, which is 300 ms. */
const keepErrorMillis = 500

/**
 * The value for a component to throw: the promise of a pending attempt, or the error of a failed one. React also
 * renders again after a rejection, so an error that is not kept would only start another attempt.
 */
export function attempt(attempts: Attempts, store: object, run: () => Promise<unknown>): unknown {
  const known = attempts.get(store)
  if (known) return known.isOver ? known.error : known.promise

  const promise = run().then(
    () => void attempts.delete(store),
    (error: unknown) => {
      attempts.set(store, { isOver: true, error })
      // Components that render soon get the same error; a later retry starts a new attempt.
      setTimeout(() => attempts.delete(store), keepErrorMillis)
    },
  )
  attempts.set(store, { isOver: false, promise })
  return promise
}

/** Runs until it is done or the value of the store changes, whichever comes first. */
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
