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
 * database. The first one starts alone, so that a failed start is reported once. From then on, and if it was killed, one
 * that ends is replaced.
 */
export function startWorkers(count: number, foundation: Foundation, log: Log) {
  const running = new Set<Worker>()
  let isStopping = false
  const startWorker = async (): Promise<void> => {
    const worker = cluster.fork()
    running.add(worker)
    worker.on('error', (error) => log.debug('A worker process could not be reached.', { error }))
    const ended = once(worker, 'exit').then(([, signal]) => {
      running.delete(worker)
      return { isKilled: signal !== null }
    })
    const ready = new Promise<'ready'>((resolve) => {
      worker.on('message', (message: FromWorker) =>
        message === 'ready' ? resolve(message) : worker.send({ foundation } satisfies ToWorker),
      )
    })
    const outcome = await Promise.race([ready, ended])
    if (outcome === 'ready') void ended.then(replaceWorker)
    else if (outcome.isKilled) await replaceWorker()
    else throw new StartError('A worker process could not start.')
  }
  const replaceWorker = async (): Promise<void> => {
    if (isStopping) return
    log.error('A worker process has ended unexpectedly. Starting another.')
    await delay(restartMillis)
    if (!isStopping) await startWorker().catch(replaceWorker)
  }
  const startAll = async () => {
    await startWorker()
    await Promise.all(Array.from({ length: count - 1 }, () => startWorker().catch(replaceWorker)))
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
  // If the first process is gone, messages to it fail before this one is told.
  cluster.worker?.on('error', stop)
  return new Promise((resolve) => {
    process.on('message', (message: ToWorker) => (message === 'stop' ? stop() : resolve(message.foundation)))
    tellPrimary('needs foundation')
  })
}

export const reportReady = (): void => tellPrimary('ready')

function tellPrimary(message: FromWorker): void {
  process.send?.(message)
}
