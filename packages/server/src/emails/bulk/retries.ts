const maxAttempts = 3
const baseMillis = 2_000

/** How often a mail to one of many is tried, and when again. */
export function hasAttemptLeft(attempts: number): boolean {
  return attempts < maxAttempts
}

export function nextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + baseMillis * 2 ** (attempts - 1))
}
