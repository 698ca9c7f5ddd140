/** The seconds to wait after each failed attempt. After the last of them there is one more attempt. */
export type RetrySchedule = readonly number[]

const minutes = 60
const hours = 60 * minutes

export const noRetries: RetrySchedule = []
/** Twelve attempts with growing delays, over about a day. */
export const emailRetries: RetrySchedule = Array.from({ length: 11 }, (_, index) => Math.exp(Math.min(index + 1, 10)))
/** About 28 hours in all. */
export const webhookRetries: RetrySchedule = [
  5,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  10 * hours,
]

/** Delays that double from seconds to some hours: 16 of them are more than a day, 25 about a week. */
export function doublingRetries(count: number): RetrySchedule {
  return Array.from({ length: count }, (_, index) => 2 ** Math.min(index + 1, 16))
}

/** Undefined if there is no other attempt. */
export function secondsToRetry(schedule: RetrySchedule, failedAttempts: number): number | undefined {
  return schedule[failedAttempts - 1]
}
