import { setTimeout as delay } from 'node:timers/promises'

export interface Shutdown {
  isStopping(): boolean
  /** What was opened last is closed first. A step that waits on purpose says for how long. */
  add(close: () => Promise<void>, pauseMillis?: number): void
  close(): Promise<void>
}

/** A step that hangs must not keep the next ones, the database above all, from stopping in order. */
const maxStepMillis = 15_000

/** From now on the first signal stops everything in order and exits with 0, a second one exits with 1 at once. */
export function handleSignals(onStop: () => void): Shutdown {
  const steps: { run: () => Promise<void>; maxMillis: number }[] = []
  let isStopping = false
  const close = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) {
      const timeUp = delay(step.maxMillis, undefined, { ref: false })
      await Promise.race([step.run(), timeUp]).catch((error) => console.error(error))
    }
  }
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    onStop()
    void close().then(() => process.exit(0))
  }
  // A closed terminal and a closed console window end with SIGHUP.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return {
    isStopping: () => isStopping,
    add: (run, pauseMillis = 0) => void steps.push({ run, maxMillis: maxStepMillis + pauseMillis }),
    close,
  }
}
