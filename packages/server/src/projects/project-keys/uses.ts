import { BoundedCache } from '../../platform/bounded-cache.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { oncePerServer } from '../../platform/platform.ts'
import { upsertKeyUse } from './queries.ts'

export interface KeyUses {
  /** Returns at once: requests do not wait for it, and do not fail if it fails. */
  note(projectId: string, setId: string, now: Date): void
  close(): Promise<void>
}

const hour = 3_600_000

/** Records when keys were last used, with at most one write for each set and hour. */
function createKeyUses({ db, log }: { db: Db; log: Log }): KeyUses {
  const notedAt = new BoundedCache<string, number>(10_000)
  const writing = new Set<Promise<void>>()

  async function write(projectId: string, setId: string, now: Date): Promise<void> {
    try {
      await upsertKeyUse(db, projectId, setId, { now, unlessAfter: new Date(now.getTime() - hour) })
    } catch (error) {
      log.debug('The use of a key was not recorded', { projectId, error })
    }
  }

  return {
    note(projectId, setId, now) {
      if (now.getTime() - (notedAt.get(setId) ?? 0) < hour) return
      notedAt.set(setId, now.getTime())
      const written = write(projectId, setId, now).finally(() => writing.delete(written))
      writing.add(written)
    },
    async close() {
      await Promise.all(writing)
    },
  }
}

export const keyUses = oncePerServer((platform) => {
  const uses = createKeyUses(platform)
  platform.onClose(uses.close)
  return uses
})
