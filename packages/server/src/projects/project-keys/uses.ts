import { createLastUses, type LastUses } from '../../platform/last-uses.ts'
import { oncePerServer, type Platform } from '../../platform/platform.ts'
import { upsertKeyUses } from './queries.ts'

export interface KeyUses extends Pick<LastUses, 'close'> {
  note(projectId: string, setId: string, now: Date, origin?: string | null): void
}

/** Records when keys were last used, and where an app on localhost runs. */
function createKeyUses({ db, log, config }: Pick<Platform, 'db' | 'log' | 'config'>): KeyUses {
  const uses = createLastUses(log, (...written) => upsertKeyUses(db, ...written))
  // Our own pages are not the project's app.
  const { origin: ownOrigin } = new URL(config.url)
  return {
    note(projectId, setId, now, origin) {
      const localOrigin = origin && origin !== ownOrigin && localOrigins.test(origin) ? origin : undefined
      uses.note(projectId, { id: setId, at: now, origin: localOrigin })
    },
    close: uses.close,
  }
}

/** As browsers write them. */
const localOrigins = /^https?:\/\/(?:(?:[a-z0-9-]{1,63}\.){0,3}localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d{1,5})?$/

export const keyUses = oncePerServer((platform) => {
  const uses = createKeyUses(platform)
  platform.onClose(uses.close)
  return uses
})
