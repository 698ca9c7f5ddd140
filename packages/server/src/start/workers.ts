import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { StartError } from './error.ts'
import type { Secrets } from './secrets.ts'

/** What only the first process can find out, because it holds the data folder and runs the embedded database. */
export interface Foundation {
  databaseUrl: string
  secrets: Secrets
}

type ToWorker = { foundation: Foundation } | 'stop'
/** It asks, because a message that arrives before it listens would be lost. */
type FromWorker = 'needs foundation' | 'ready'
const restartMillis = 1_000

/**
 * Starts processes that serve the same port, each a node like one on another machine: they share nothing but the
 * database. The first one starts alone, so that a failed start is reported once. One that ends by itself is replaced.
 */
export function startWorkers(count: number, foundation: Foundation, log: Log) {
  const running = new Set<Worker>()
  let isStopping = false
  const startWorker = async (): Promise<void> => {
    const worker = cluster.fork()
    running.add(worker)
    worker.on('error', (error) => log.debug('A worker process could not be reached.', { error }))
    const ended = once(worker, 'exit').then(() => running.delete(worker))
    const ready = new Promise<true>((resolve) => {
      worker.on('message', (message: FromWorker) =>
        message === 'ready' ? resolve(true) : worker.send({ foundation } satisfies ToWorker),
      )
    })
    const isReady = await Promise.race([ready, ended.then(() => false)])
    if (!isReady) throw new StartError('A worker process could not start.')
    void ended.then(replaceWorker)
  }
  const replaceWorker = async (): Promise<void> => {
    if (isStopping) return
    log.error('A worker process has ended unexpectedly. Starting another.')
    await delay(restartMillis)
    if (!isStopping) await startWorker().catch(replaceWorker)
  }
  const startAll = async () => {
    await startWorker()
    await Promise.all(Array.from({ length: count - 1 }, startWorker))
  }
  return {
    ready: startAll(),
    async close(): Promise<void> {
      isStopping = true
      const exits = [...running].map((worker) => once(worker, 'exit'))
      for (const worker of running) if (worker.isConnected()) worker.send('stop' satisfies ToWorker)
      await Promise.all(exits)
    },
  }
}

/** In a worker process: waits for what it starts with, and stops when the first process says so or is gone. */
export async function receiveFoundation(stop: () => void): Promise<Foundation> {
  process.on('disconnect', stop)
  return new Promise((resolve) => {
    process.on('message', (message: ToWorker) => (message === 'stop' ? stop() : resolve(message.foundation)))
    tellPrimary('needs foundation')
  })
}

export const reportReady = (): void => tellPrimary('ready')

function tellPrimary(message: FromWorker): void {
  process.send?.(message)
}
