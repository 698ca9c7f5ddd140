import { BoundedCache } from './bounded-cache.ts'
import type { Log } from './log.ts'

export interface LastUse {
  id: string
  at: Date
  /** Where it was used, if that is of interest. */
  origin?: string | undefined
}

export interface LastUses {
  /** Returns at once: requests do not wait for it, and do not fail if it fails. */
  note(projectId: string, use: LastUse): void
  close(): Promise<void>
}

/** Writes uses of one project in one statement. Another server may have written some of them within the interval. */
type WriteUses = (projectId: string, uses: readonly LastUse[], intervalMillis: number) => Promise<void>

const minute = 60_000

/**
 * Records when keys were last used, each at most once a minute; the first use with an origin is recorded at once. There
 * is one statement at a time: what is used meanwhile is written together by the next ones, so that many keys in use do
 * not become as many statements.
 */
export function createLastUses(log: Log, write: WriteUses): LastUses {
  const noted = new BoundedCache<string, LastUse>(10_000)
  const waiting = new Map<string, Map<string, LastUse>>()
  let writing: Promise<void> | undefined

  async function writeWaiting(): Promise<void> {
    // Also visits what is added in the meantime.
    for (const [projectId, uses] of waiting) {
      waiting.delete(projectId)
      try {
        await write(projectId, [...uses.values()], minute)
      } catch (error) {
        log.debug('The uses of keys were not recorded', { projectId, error })
      }
    }
    writing = undefined
  }

  return {
    note(projectId, { id, at, origin }) {
      const last = noted.get(id)
      const isFirstOrigin = origin !== undefined && last?.origin === undefined
      if (last && !isFirstOrigin && at.getTime() - last.at.getTime() < minute) return
      noted.set(id, { id, at, origin: origin ?? last?.origin })
      const uses = waiting.get(projectId) ?? new Map<string, LastUse>()
      waiting.set(projectId, uses.set(id, { id, at, origin: origin ?? uses.get(id)?.origin }))
      writing ??= writeWaiting()
    },
    async close() {
      await writing
    },
  }
}
