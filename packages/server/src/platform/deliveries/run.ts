/**
 * Delivers until nothing is due, or for so long: the rest is left to another job, so that other work gets its turn and a
 * stopping server does not wait for all of it. Returns whether something may be left.
 */
export async function deliverFor(
  maxMillis: number,
  signal: AbortSignal,
  deliverSome: () => Promise<boolean>,
): Promise<boolean> {
  const late = performance.now() + maxMillis
  while (performance.now() < late && !signal.aborted) {
    if (!(await deliverSome())) return false
  }
  return true
}
