import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import { type Counter, countInWindow } from './queries.ts'

const shareMillis = 2_000

interface Window {
  counter: Counter
  /** By all nodes, as far as they have shared it. */
  shared: number
  /** By this process, and not shared yet. */
  own: number
  endsAt: number
}

/**
 * Windows in memory, for what is too frequent to be counted in the database one by one. If the limit is shared, each
 * process adds its count to a window there every two seconds, so that several nodes together may go past the limit by
 * what they serve in that time.
 */
export function createNodeWindows({ db, log }: { db: Db; log: Log }) {
  const windows = new Map<string, Window>()
  let sharing: Promise<void> | undefined
  const timer = setInterval(share, shareMillis).unref()

  function share(): void {
    sharing ??= shareAll()
      .catch((error: unknown) => log.debug('Counted requests could not be shared', { error }))
      .finally(() => {
        sharing = undefined
      })
  }

  async function shareAll(): Promise<void> {
    for (const [key, { endsAt }] of windows) if (endsAt <= performance.now()) windows.delete(key)
    for (const window of windows.values()) {
      if (window.counter.kind === 'shared' && window.own > 0) await shareOne(window)
    }
  }

  async function shareOne(window: Window): Promise<void> {
    const added = window.own
    const { used, wait } = await countInWindow(db, window.counter, added)
    window.own -= added
    window.shared = used
    window.endsAt = performance.now() + wait * 1000
  }

  return {
    /** Counts one, or returns after how many seconds there is room for it. */
    count(counter: Counter): number | undefined {
      const now = performance.now()
      let window = windows.get(counter.key)
      if (!window || window.endsAt <= now) {
        window = { counter, shared: 0, own: 0, endsAt: now + counter.seconds * 1000 }
        windows.set(counter.key, window)
      }
      if (window.shared + window.own >= counter.points) return (window.endsAt - now) / 1000
      window.own++
      return undefined
    },
    giveBack({ key }: Counter): void {
      const window = windows.get(key)
      if (window && window.own > 0) window.own--
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
