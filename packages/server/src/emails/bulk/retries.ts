import type { EmailFailure } from '../smtp/failures.ts'

/** As many as for other emails: about a day. */
const maxAttempts = 12
/** Keeps an email server that accepts emails without confirming them from sending many duplicates. */
const maxUnconfirmed = 3

/** How often a bulk email is attempted per recipient, and when it is retried. */
export function hasAttemptLeft(attempts: number, failure?: Pick<EmailFailure, 'mayHaveArrived'>): boolean {
  return attempts < (failure?.mayHaveArrived ? maxUnconfirmed : maxAttempts)
}

/** The delay grows from seconds to hours. */
export function nextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + 1000 * Math.exp(Math.min(attempts, 10)))
}
