import type { WorkerEvents } from 'graphile-worker'

export interface WorkerGroup {
  stop(): Promise<void>
}

interface Options {
  /** How many workers there are from the beginning. */
  size: number
  /** How many come at once. */
  groupSize: number
  maxGroups: number
  /** Whether a job is one of theirs. */
  isOurs: (name: string) => boolean
  start: () => Promise<WorkerGroup>
}

const checkMillis = 500
/** A job that takes longer than this waits for somebody else's server, and whoever does it can do nothing else. */
const slowMillis = 1_000

/**
 * Calls more workers in while those who are there are held up by slow servers, so that the jobs of everybody else still
 * find one, and lets them go when they are not needed any more. A worker that waits costs next to nothing.
 */
export function callReinforcements(events: WorkerEvents, options: Options): WorkerGroup {
  const { size, groupSize, maxGroups, isOurs, start } = options
  const startedAt = new Map<string, number>()
  const groups: WorkerGroup[] = []
  const leaving = new Set<Promise<void>>()
  let calling: Promise<void> | undefined

  events.on('job:start', ({ job }) => {
    if (isOurs(job.task_identifier)) startedAt.set(job.id, Date.now())
  })
  events.on('job:complete', ({ job }) => void startedAt.delete(job.id))
  // Whoever cannot say that a job is done has still done it.
  events.on('worker:fatalError', ({ worker }) => void startedAt.delete(worker.getActiveJob()?.id ?? ''))

  function check(): void {
    if (calling) return
    const slow = [...startedAt.values()].filter((since) => Date.now() - since > slowMillis).length
    const workers = size + groups.length * groupSize
    if (workers - slow < size / 2 && groups.length < maxGroups) calling = call()
    else if (groups.length > 0 && workers - groupSize - slow > size * 0.75) letGo(groups.pop()!, leaving)
  }

  async function call(): Promise<void> {
    try {
      groups.push(await start())
    } catch {
      // The database is away, which everybody notices; the next check comes soon.
    } finally {
      calling = undefined
    }
  }

  const timer = setInterval(check, checkMillis).unref()
  return {
    async stop() {
      clearInterval(timer)
      await calling
      for (const group of groups.splice(0)) letGo(group, leaving)
      await Promise.all(leaving)
    },
  }
}

/** Whoever is at a job finishes it first. */
export function letGo(group: WorkerGroup, leaving: Set<Promise<void>>): void {
  const left = group
    .stop()
    .catch(() => undefined)
    .finally(() => leaving.delete(left))
  leaving.add(left)
}
