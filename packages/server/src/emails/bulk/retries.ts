const maxAttempts = 3
const baseMillis = 2_000

/** How often a bulk email is attempted per recipient, and when it is retried. */
export function hasAttemptLeft(attempts: number): boolean {
  return attempts < maxAttempts
}

export function nextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + baseMillis * 2 ** (attempts - 1))
}
