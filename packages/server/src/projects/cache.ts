import type { AccessType } from '@latchkey/contract'
import pg from 'pg'
import { BoundedCache } from '../bounded-cache.ts'
import { type Db, endWhenSilent } from '../db/database.ts'
import type { Log } from '../log.ts'
import { type ProjectConfig, renderConfig } from '../project-config/render.ts'
import { openOverride } from '../project-config/seal.ts'
import type { Secrets } from '../secrets.ts'
import { findProjectWithKeys, type ProjectKey, type ProjectRow } from './queries.ts'

/** What every request needs to know about its project, read once and kept until the project changes. */
export interface Project extends Omit<ProjectRow, 'config_override'> {
  config: ProjectConfig
  hasValidKey(level: AccessType, keyHash: Buffer, now: Date): boolean
}

export interface ProjectCache {
  find(projectId: string): Promise<Project | undefined>
  /** For the node that made the change; the others hear of it from the database. */
  forget(projectId: string): void
  close(): Promise<void>
}

const channel = 'latchkey_project_changed'
/** Requests name projects by any text; what cannot be an id is not worth a query. */
const projectIdPattern = /^(?:internal|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** While the database cannot tell us about changes, nothing is believed for longer than this. */
const unannouncedMillis = 500
/** How often it is asked whether it still could, and how long the answer may take. */
const probeMillis = 2_000
const maxSilenceMillis = 6_000

export async function createProjectCache(options: {
  db: Db
  databaseUrl: string
  secrets: Secrets
  log: Log
}): Promise<ProjectCache> {
  const { db, secrets } = options
  const entries = new BoundedCache<string, { project: Project; readAt: number }>(2_000)
  // A read that began before a change must not be kept after it.
  let changes = 0

  const announcements = await listenForChanges(options, (projectId) => {
    changes++
    if (projectId === undefined) entries.clear()
    else entries.delete(projectId)
  })

  return {
    async find(projectId) {
      if (!projectIdPattern.test(projectId)) return undefined
      const known = entries.get(projectId)
      if (known && (announcements.isConnected() || Date.now() - known.readAt < unannouncedMillis)) return known.project
      const changesBefore = changes
      const found = await findProjectWithKeys(db, projectId)
      if (!found) return undefined
      const project = toProject(found.project, found.keys, secrets)
      if (changes === changesBefore) entries.set(projectId, { project, readAt: Date.now() })
      return project
    },
    forget(projectId) {
      changes++
      entries.delete(projectId)
    },
    close: announcements.close,
  }
}

function toProject(row: ProjectRow, keys: ProjectKey[], secrets: Secrets): Project {
  const { config_override, ...fields } = row
  const byLevelAndHash = new Map(keys.map((key) => [`${key.level} ${key.hash}`, key.expires_at_millis]))
  return {
    ...fields,
    config: renderConfig(openOverride(config_override, row.id, secrets)),
    hasValidKey(level, keyHash, now) {
      const expiresAtMillis = byLevelAndHash.get(`${level} ${keyHash.toString('hex')}`)
      return expiresAtMillis !== undefined && expiresAtMillis > now.getTime()
    },
  }
}

/** A connection of its own that hears of changes, and comes back when it is lost. */
async function listenForChanges(
  { databaseUrl, log }: { databaseUrl: string; log: Log },
  onChange: (projectId: string | undefined) => void,
) {
  let isClosed = false
  let isConnected = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  // A network that is cut without a word leaves a connection that will never tell anything again.
  const probe = setInterval(() => {
    if (isConnected) client?.query('SELECT 1').catch(() => {})
  }, probeMillis)
  probe.unref()

  async function connect(): Promise<void> {
    const candidate = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'latchkey listener',
      connectionTimeoutMillis: 5_000,
    })
    client = candidate
    candidate.on('notification', (message) => onChange(message.payload))
    candidate.on('error', () => reconnect(candidate))
    candidate.on('end', () => reconnect(candidate))
    await candidate.connect()
    endWhenSilent(candidate, maxSilenceMillis)
    await candidate.query(`LISTEN ${channel}`)
    onChange(undefined)
    isConnected = true
  }

  function reconnect(lost: pg.Client): void {
    if (isClosed || lost !== client || retry) return
    isConnected = false
    retry = setTimeout(() => {
      retry = undefined
      connect().catch((error: unknown) => {
        log.debug('The connection for announcements is not back yet', { error })
        if (client) reconnect(client)
      })
    }, unannouncedMillis)
    retry.unref()
  }

  await connect()
  return {
    isConnected: () => isConnected,
    close: async () => {
      isClosed = true
      clearInterval(probe)
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
