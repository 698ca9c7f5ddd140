import { clock } from '../environment/clock.ts'

/** An attempt that failed but may succeed later. */
export class RetryLater {
  readonly error: unknown
  readonly waitMillis: number | undefined

  constructor(error: unknown, waitMillis?: number) {
    this.error = error
    this.waitMillis = waitMillis
  }
}

/**
 * Runs an attempt until it returns anything but `RetryLater`. If all have failed, throws what `explain` makes of their
 * errors. `attempted` is how many have failed before.
 */
export async function retry<T>(
  maxAttempts: number,
  attempt: (attempted: number) => Promise<T | RetryLater>,
  explain: (errors: unknown[]) => Promise<unknown>,
): Promise<T> {
  const errors: unknown[] = []
  for (;;) {
    const outcome = await attempt(errors.length)
    if (!(outcome instanceof RetryLater)) return outcome
    const waitMillis = outcome.waitMillis ?? backoff(1000, errors.length)
    errors.push(outcome.error)
    if (errors.length >= maxAttempts || waitMillis === Infinity) throw await explain(errors)
    await clock.wait(waitMillis)
  }
}

/** Twice as long each time, spread so that clients do not all come back at once. */
export const backoff = (baseMillis: number, attempted: number) => baseMillis * 2 ** attempted * (0.5 + Math.random())
