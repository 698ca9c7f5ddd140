import { setTimeout } from 'node:timers/promises'
import type { TaskList, Worker, WorkerEvents } from 'graphile-worker'
import { letGo, type WorkerGroup } from './reinforcements.ts'

const againMillis = 1_000

/**
 * Workers that outlast the database. One that has done a job and cannot say so, because the database is away, ends, and the
 * queue puts nobody in its place: after a few failures all would be gone. So the whole group is replaced by another then.
 */
export async function startLastingWorkers(
  events: WorkerEvents,
  tasks: TaskList,
  start: (tasks: TaskList) => Promise<WorkerGroup>,
): Promise<WorkerGroup> {
  const stopping = new AbortController()
  const leaving = new Set<Promise<void>>()
  let workers = new Set<Worker>()
  // Each group has a list of its own, by which its workers are known.
  let ownTasks = { ...tasks }
  let replacing: Promise<void> | undefined

  events.on('worker:create', (event) => {
    if (event.tasks === ownTasks) workers.add(event.worker)
  })
  events.on('worker:fatalError', ({ worker }) => {
    if (!workers.has(worker) || stopping.signal.aborted) return
    replacing ??= replace().finally(() => {
      replacing = undefined
    })
  })
  let group = await start(ownTasks)

  async function replace(): Promise<void> {
    const lost = group
    while (!stopping.signal.aborted) {
      workers = new Set()
      ownTasks = { ...tasks }
      try {
        group = await start(ownTasks)
        return letGo(lost, leaving)
      } catch {
        // The database is still away.
        await setTimeout(againMillis, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    async stop() {
      stopping.abort()
      await replacing
      await Promise.all([group.stop(), ...leaving])
    },
  }
}
