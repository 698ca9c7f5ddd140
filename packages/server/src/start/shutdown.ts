import { setTimeout as delay } from 'node:timers/promises'

export interface Shutdown {
  isStopping(): boolean
  /** What was opened last is closed first. */
  add(close: () => Promise<void>): void
  close(): Promise<void>
}

/** A step that hangs must not keep the next ones, the database above all, from stopping in order. */
const maxStepMillis = 15_000

/** From now on the first signal stops everything in order and exits with 0, a second one exits with 1 at once. */
export function handleSignals(onStop: () => void): Shutdown {
  const steps: (() => Promise<void>)[] = []
  let isStopping = false
  const close = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) {
      const timeUp = delay(maxStepMillis, undefined, { ref: false })
      await Promise.race([step(), timeUp]).catch((error) => console.error(error))
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
  return { isStopping: () => isStopping, add: (step) => void steps.push(step), close }
}
