import { setTimeout as delay } from 'node:timers/promises'

export interface Shutdown {
  isStopping(): boolean
  /** As the first signal does. */
  stop(): void
  /** Closes in reverse order of opening. A step that waits on purpose declares for how long. */
  add(close: () => Promise<void>, pauseMillis?: number): void
  close(): Promise<void>
}

/** A step that hangs must not prevent the following ones, above all the database, from stopping cleanly. */
const maxStepMillis = 15_000

/** From now on the first signal stops everything in order and exits with 0; a second one exits with 1 immediately. */
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
    if (isStopping) return
    isStopping = true
    onStop()
    void close().then(() => process.exit(0))
  }
  const onSignal = () => (isStopping ? process.exit(1) : stop())
  // SIGHUP is sent when a terminal or console window is closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return {
    isStopping: () => isStopping,
    stop,
    add: (run, pauseMillis = 0) => void steps.push({ run, maxMillis: maxStepMillis + pauseMillis }),
    close,
  }
}
