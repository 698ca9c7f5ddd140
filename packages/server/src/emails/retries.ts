import { emailRetries, secondsToRetry } from '../platform/deliveries/retries.ts'
import type { EmailFailure } from './smtp/failures.ts'

/** Failed attempts so far. */
export interface FailedAttempts {
  attempts: number
  /** Those of them after which the email may have arrived. */
  unconfirmed: number
}

/** Keeps an email server that accepts emails without confirming them from sending many duplicates. */
const maxUnconfirmed = 3

/** Counts a failed attempt and says when to make another, if at all. */
export function countFailure(
  before: FailedAttempts,
  { isPassing, mayHaveArrived }: Pick<EmailFailure, 'isPassing' | 'mayHaveArrived'>,
): FailedAttempts & { retrySeconds: number | undefined } {
  const attempts = before.attempts + 1
  const unconfirmed = before.unconfirmed + (mayHaveArrived ? 1 : 0)
  const isRetried = isPassing && unconfirmed < maxUnconfirmed
  return { attempts, unconfirmed, retrySeconds: isRetried ? secondsToRetry(emailRetries, attempts) : undefined }
}
