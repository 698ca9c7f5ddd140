const maxWaitMillis = 10_000

/** Runs work while no other tab of this origin does. Without locks, or when one hangs, it runs all the same. */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let started: Promise<T> | undefined
  const start = () => {
    started ??= work()
    return started
  }
  try {
    await globalThis.navigator?.locks?.request(name, { signal: AbortSignal.timeout(maxWaitMillis) }, start)
  } catch {}
  return start()
}
