const atOnce = 4

export interface Failure<T> {
  item: T
  error: unknown
}

interface Options {
  onProgress: (doneCount: number) => void
  /** Aborting lets running items finish and starts no others. */
  signal: AbortSignal
}

/** Runs `work` for every item, a few at a time. A failure does not stop the others. */
export async function runEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { onProgress, signal }: Options,
): Promise<{ doneCount: number; failures: Failure<T>[] }> {
  const waiting = items.values()
  const failures: Failure<T>[] = []
  let finished = 0
  const runNext = async () => {
    for (const item of waiting) {
      if (signal.aborted) return
      await work(item).catch((error: unknown) => failures.push({ item, error }))
      finished += 1
      onProgress(finished)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  return { doneCount: finished - failures.length, failures }
}
