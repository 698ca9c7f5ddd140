import { type AccessType, projectIdPattern } from '@latchkey/contract'
import { BoundedCache } from '../platform/bounded-cache.ts'
import type { Db } from '../platform/db/database.ts'
import type { Notifications } from '../platform/db/notifications.ts'
import type { Telemetry } from '../platform/observability/telemetry.ts'
import { oncePerServer } from '../platform/platform.ts'
import type { Secrets } from '../platform/secrets.ts'
import { hashHostedClientKeys } from './hosted-pages.ts'
import type { ProjectConfig } from './project-config/render.ts'
import { findProjectWithKeys, type ProjectKey, type ProjectRow } from './queries.ts'
import { renderStoredConfig } from './stored-config.ts'

/** The project data that every request needs, cached until the project changes. */
export interface Project extends Omit<ProjectRow, 'config_override'> {
  config: ProjectConfig
  hasValidKey(level: AccessType, keyHash: Buffer, now: Date): boolean
  /** The key set that the key belongs to, valid or expired, unless it was revoked. */
  findKeySetId(level: AccessType, keyHash: Buffer): string | undefined
  /** False once the key set is revoked or expired. */
  hasValidKeySet(setId: string, now: Date): boolean
}

export interface ProjectCache {
  find(projectId: string): Promise<Project | undefined>
  /** Whether the project has been read and exists, for what must not wait. */
  has(projectId: string): boolean
  /** For the node that made the change; the others are notified by the database. */
  forget(projectId: string): void
  close(): void
}

/** While the database cannot notify us about changes, entries expire after this time. */
const unannouncedMillis = 500

export function createProjectCache(options: {
  db: Db
  notifications: Notifications
  secrets: Secrets
  isProduction: boolean
  telemetry: Telemetry
}): ProjectCache {
  const { db, notifications, telemetry } = options
  const entries = new BoundedCache<string, { project: Project; readAt: number }>(2_000)
  // A read that started before a change must not be cached after it.
  let changes = 0

  const unsubscribe = notifications.subscribe('latchkey_project_changed', (projectId) => {
    changes++
    if (projectId === undefined) entries.clear()
    else entries.delete(projectId)
  })

  return {
    async find(projectId) {
      // Requests may contain any text as the project id; text that cannot be an id needs no query.
      if (!projectIdPattern.test(projectId)) return undefined
      const known = entries.get(projectId)
      const isCurrent = known && (notifications.isConnected() || performance.now() - known.readAt < unannouncedMillis)
      telemetry.count('latchkey.cache.lookups', { cache: 'projects', outcome: isCurrent ? 'hit' : 'miss' })
      if (isCurrent) return known.project
      const changesBefore = changes
      const found = await findProjectWithKeys(db, projectId)
      if (!found) return undefined
      const project = toProject(found.project, found.keys, options)
      if (changes === changesBefore) entries.set(projectId, { project, readAt: performance.now() })
      return project
    },
    has: (projectId) => entries.get(projectId) !== undefined,
    forget(projectId) {
      changes++
      entries.delete(projectId)
    },
    close: unsubscribe,
  }
}

function toProject(row: ProjectRow, keys: ProjectKey[], options: { secrets: Secrets; isProduction: boolean }): Project {
  const { config_override: _, ...fields } = row
  const byLevelAndHash = new Map(keys.map((key) => [`${key.level} ${key.hash}`, key]))
  const findKey = (level: AccessType, hash: Buffer) => byLevelAndHash.get(`${level} ${hash.toString('hex')}`)
  const config = renderStoredConfig(row, options)
  const hostedKeys = hashHostedClientKeys(options.secrets, { id: row.id, config })
  return {
    ...fields,
    config,
    hasValidKey(level, keyHash, now) {
      if (level === 'client' && hostedKeys.includes(keyHash.toString('hex'))) return true
      const key = findKey(level, keyHash)
      return key !== undefined && key.expires_at_millis > now.getTime()
    },
    findKeySetId: (level, keyHash) => findKey(level, keyHash)?.set_id,
    hasValidKeySet: (setId, now) =>
      keys.some(({ set_id, expires_at_millis }) => set_id === setId && expires_at_millis > now.getTime()),
  }
}

/** All projects of this server. */
export const projectCache = oncePerServer((platform) => {
  const cache = createProjectCache({ ...platform, isProduction: platform.config.isProduction })
  platform.onClose(cache.close)
  return cache
})
