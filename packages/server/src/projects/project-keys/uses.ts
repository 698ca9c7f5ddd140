import { BoundedCache } from '../../platform/bounded-cache.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { oncePerServer, type Settings } from '../../platform/platform.ts'
import { upsertKeyUse } from './queries.ts'

export interface KeyUses {
  /** Returns at once: requests do not wait for it, and do not fail if it fails. */
  note(projectId: string, setId: string, now: Date, origin?: string | null): void
  close(): Promise<void>
}

interface NotedUse {
  at: number
  localOrigin: string | undefined
}

const minute = 60_000
const hour = 60 * minute

/**
 * Records when keys were last used, and where an app on localhost runs. Writes at most once for each set and hour, or
 * once a minute while the address of the app changes: anyone can send any address with a publishable key.
 */
function createKeyUses({ db, log, config }: { db: Db; log: Log; config: Pick<Settings, 'url'> }): KeyUses {
  const noted = new BoundedCache<string, NotedUse>(10_000)
  const writing = new Set<Promise<void>>()
  // Our own pages are not the project's app.
  const { origin: ownOrigin } = new URL(config.url)

  async function write(projectId: string, setId: string, now: Date, localOrigin: string | undefined): Promise<void> {
    try {
      const unlessAfter = new Date(now.getTime() - hour)
      await upsertKeyUse(db, projectId, setId, { now, unlessAfter, localOrigin })
    } catch (error) {
      log.debug('The use of a key was not recorded', { projectId, error })
    }
  }

  return {
    note(projectId, setId, now, origin) {
      const localOrigin = origin && origin !== ownOrigin && localOrigins.test(origin) ? origin : undefined
      const last = noted.get(setId)
      const isMoved = localOrigin !== undefined && localOrigin !== last?.localOrigin
      const pause = isMoved ? (last?.localOrigin ? minute : 0) : hour
      if (last && now.getTime() - last.at < pause) return
      noted.set(setId, { at: now.getTime(), localOrigin: localOrigin ?? last?.localOrigin })
      const written = write(projectId, setId, now, localOrigin).finally(() => writing.delete(written))
      writing.add(written)
    },
    async close() {
      await Promise.all(writing)
    },
  }
}

/** As browsers write them. */
const localOrigins = /^https?:\/\/(?:(?:[a-z0-9-]{1,63}\.){0,3}localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d{1,5})?$/

export const keyUses = oncePerServer((platform) => {
  const uses = createKeyUses(platform)
  platform.onClose(uses.close)
  return uses
})
