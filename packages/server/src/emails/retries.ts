import type { EmailFailure } from './smtp/failures.ts'

/** Failed attempts so far. */
export interface FailedAttempts {
  attempts: number
  /** Those of them after which the email may have arrived. */
  unconfirmed: number
}

/** With growing delays, over about a day. */
const maxAttempts = 12
/** Keeps an email server that accepts emails without confirming them from sending many duplicates. */
const maxUnconfirmed = 3

/** Counts a failed attempt and says whether to make another. */
export function countFailure(
  before: FailedAttempts,
  { isPassing, mayHaveArrived }: Pick<EmailFailure, 'isPassing' | 'mayHaveArrived'>,
): FailedAttempts & { isRetried: boolean } {
  const attempts = before.attempts + 1
  const unconfirmed = before.unconfirmed + (mayHaveArrived ? 1 : 0)
  return { attempts, unconfirmed, isRetried: isPassing && attempts < maxAttempts && unconfirmed < maxUnconfirmed }
}
