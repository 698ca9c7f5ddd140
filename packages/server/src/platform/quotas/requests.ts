import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import { countInWindow } from '../rate-limits/window-queries.ts'
import { quotaKey, windowSeconds } from './limits.ts'

const shareMillis = 2_000

interface Window {
  /** By all nodes, as far as they have shared it. */
  shared: number
  /** By this process, and not shared yet. */
  own: number
  endsAt: number
}

/**
 * Requests are too frequent to be counted in the database one by one. Each process counts its own and adds them to the
 * shared window every two seconds, so that several nodes together may go past the limit by what they serve in that time.
 */
export function createRequestCounter({ db, limit, log }: { db: Db; limit: number; log: Log }) {
  /** Only projects with requests in the last minute: those of the window before are deleted when they are shared. */
  const windows = new Map<string, Window>()
  let sharing: Promise<void> | undefined
  const timer = limit > 0 ? setInterval(share, shareMillis).unref() : undefined

  function share(): void {
    sharing ??= shareAll()
      .catch((error: unknown) => log.debug('Counted requests could not be shared', { error }))
      .finally(() => {
        sharing = undefined
      })
  }

  async function shareAll(): Promise<void> {
    for (const [projectId, window] of windows) {
      if (window.endsAt <= performance.now()) windows.delete(projectId)
      else if (window.own > 0) await shareOne(projectId, window)
    }
  }

  async function shareOne(projectId: string, window: Window): Promise<void> {
    const added = window.own
    const counter = { key: quotaKey('requests', projectId), seconds: windowSeconds.requests }
    const { points, wait } = await countInWindow(db, counter, added)
    window.own -= added
    window.shared = points
    window.endsAt = performance.now() + wait * 1000
  }

  return {
    /** Counts a request, or returns after how many seconds there is room for it. */
    count(projectId: string): number | undefined {
      const now = performance.now()
      let window = windows.get(projectId)
      if (!window || window.endsAt <= now) {
        window = { shared: 0, own: 0, endsAt: now + windowSeconds.requests * 1000 }
        windows.set(projectId, window)
      }
      if (window.shared + window.own >= limit) return (window.endsAt - now) / 1000
      window.own++
      return undefined
    },
    /** Shares the rest. */
    async close(): Promise<void> {
      clearInterval(timer)
      await sharing
      share()
      await sharing
    },
  }
}
