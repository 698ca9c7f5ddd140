import { clock } from '../environment/clock.ts'
import { RetryError } from '../errors/errors.ts'

const maxAttempts = 5

/** An attempt that failed but may succeed later. */
export class RetryLater {
  readonly error: unknown
  readonly waitMillis: number | undefined

  constructor(error: unknown, waitMillis?: number) {
    this.error = error
    this.waitMillis = waitMillis
  }
}

/** Runs an attempt until it returns anything but `RetryLater`. */
export async function retry<T>(attempt: () => Promise<T | RetryLater>): Promise<T> {
  const errors: unknown[] = []
  for (;;) {
    const outcome = await attempt()
    if (!(outcome instanceof RetryLater)) return outcome
    const backoffMillis = 1000 * 2 ** errors.length * (0.5 + Math.random())
    errors.push(outcome.error)
    if (errors.length === maxAttempts) throw new RetryError(errors)
    await clock.wait(outcome.waitMillis ?? backoffMillis)
  }
}
