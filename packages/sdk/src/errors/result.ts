import { clock } from '../environment/clock.ts'

/**
 * The result of a call that may fail as expected: `ok` with data, or `error` with an error.
 * @example if (result.status === 'error') console.error(result.error.message)
 */
export type Result<T, E = unknown> =
  | { readonly status: 'ok'; readonly data: T }
  | { readonly status: 'error'; readonly error: E }

export const ok = <T>(data: T): Result<T, never> => ({ status: 'ok', data })
export const failed = <E>(error: E): Result<never, E> => ({ status: 'error', error })

/** Helpers for values that are either data or an expected error. */
export const Result = {
  ok,
  error: failed,

  map<T, E, U>(result: Result<T, E>, transform: (data: T) => U): Result<U, E> {
    return result.status === 'ok' ? ok(transform(result.data)) : result
  },

  or<T, E, U>(result: Result<T, E>, fallback: U): T | U {
    return result.status === 'ok' ? result.data : fallback
  },

  orThrow<T, E>(result: Result<T, E>): T {
    if (result.status === 'error') throw result.error
    return result.data
  },

  async orThrowAsync<T, E>(result: Promise<Result<T, E>>): Promise<T> {
    return Result.orThrow(await result)
  },

  fromThrowing<T>(run: () => T): Result<T> {
    try {
      return ok(run())
    } catch (error) {
      return failed(error)
    }
  },

  async fromThrowingAsync<T>(run: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await run())
    } catch (error) {
      return failed(error)
    }
  },

  fromPromise<T>(promise: Promise<T>): Promise<Result<T>> {
    return Result.fromThrowingAsync(() => promise)
  },

  /** Runs until it succeeds, at most `attempts` times, with exponential backoff. */
  async retry<T, E>(
    run: (attempt: number) => Promise<Result<T, E>>,
    attempts: number,
    { delayBaseMillis = 1000 } = {},
  ): Promise<Result<T, E[]>> {
    const errors: E[] = []
    for (let attempt = 0; attempt < attempts; attempt++) {
      const result = await run(attempt)
      if (result.status === 'ok') return result
      errors.push(result.error)
      if (attempt < attempts - 1) await clock.wait(delayBaseMillis * 2 ** attempt)
    }
    return failed(errors)
  },
}
