const maxWaitMillis = 10_000

/** Runs work on a project's session while no other tab of this origin does. Without the Locks API, or if a lock hangs, it runs anyway. */
export async function withTabLock<T>(projectId: string, work: () => Promise<T>): Promise<T> {
  let started: Promise<T> | undefined
  const start = () => {
    started ??= work()
    return started
  }
  try {
    await globalThis.navigator?.locks?.request(
      `latchkey-refresh-${projectId}`,
      { signal: AbortSignal.timeout(maxWaitMillis) },
      start,
    )
  } catch {}
  return start()
}
