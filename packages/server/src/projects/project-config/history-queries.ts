import type { HandlerOutput, projectConfigRoutes } from '@latchkey/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { readCursor, toPage } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { ConfigAuthor } from './author.ts'
import type { ConfigChange } from './changes.ts'
import type { Override } from './override.ts'

const maxChanges = 100
const maxBytes = 20_000_000

/** What was changed: the configuration, the project itself, or another thing with its ID. */
export type Subject =
  | 'config'
  | 'project'
  | `${'webhook_endpoint' | 'email_draft' | 'connection' | 'required_connection' | 'oauth_client' | 'directory'}:${string}`

interface NewChange extends Omit<ConfigAuthor, 'basis'> {
  subject: Subject
  revision: number
  changes: ConfigChange[]
  previous: string
}

/** Also deletes the oldest changes, so that the history stays bounded. Other subjects do not crowd out the configuration. */
export async function insertConfigChange(db: Db, projectId: string, change: NewChange): Promise<void> {
  const { subject, revision, actor_type, actor_id, happened_at, changes, previous } = change
  await db
    .insertInto('config_changes')
    .values({
      project_id: projectId,
      subject,
      revision,
      changed_at: happened_at,
      actor_type,
      actor_id,
      changes: JSON.stringify(changes),
      previous,
      previous_bytes: Buffer.byteLength(previous),
    })
    .execute()
  await sql`
    DELETE FROM config_changes WHERE project_id = ${projectId} AND revision IN (
      SELECT revision FROM (
        SELECT revision, row_number() OVER w AS place, sum(previous_bytes) OVER w AS bytes
        FROM config_changes WHERE project_id = ${projectId}
        WINDOW w AS (PARTITION BY subject = 'config' ORDER BY revision DESC)
      ) AS listed
      WHERE place > ${maxChanges} OR (place > 1 AND bytes > ${maxBytes})
    )`.execute(db)
}

export interface ConfigChangeRow {
  revision: number
  changed_at: Date
  actor_type: ActorType
  actor_id: string | null
  actor_name: string | null
  changes: ConfigChange[]
}

type ActorType = HandlerOutput<
  (typeof projectConfigRoutes)['GET /internal/config/changes']
>['items'][number]['actor']['type']

const columns = sql`c.revision, c.changed_at, c.actor_type, c.actor_id, c.changes, c.subject,
      coalesce(nullif(u.display_name, ''), e.value, k.description) AS actor_name`
const changesWithAuthors = sql`config_changes c
    LEFT JOIN users u ON u.project_id = ${internalProjectId}
      AND u.id = CASE WHEN c.actor_type = 'owner' THEN c.actor_id::uuid END
    LEFT JOIN contact_channels e ON e.project_id = u.project_id AND e.user_id = u.id AND e.is_primary
    LEFT JOIN project_key_sets k ON k.project_id = c.project_id
      AND k.id = CASE WHEN c.actor_type IN ('server-key', 'admin-key') THEN c.actor_id::uuid END`

/** One page of the configuration's changes, newest first, with the current names of owners and key sets. */
export async function listConfigChanges(
  db: Db,
  projectId: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ rows: ConfigChangeRow[]; nextCursor: string | null }> {
  const [newest] = readCursor(cursor, z.tuple([z.int32()])) ?? [2_147_483_647]
  const { rows } = await sql<ConfigChangeRow>`
    SELECT ${columns} FROM ${changesWithAuthors}
    WHERE c.project_id = ${projectId} AND c.subject = 'config' AND c.revision <= ${newest}
    ORDER BY c.revision DESC LIMIT ${limit + 1}`.execute(db)
  return toPage(rows, limit, ({ revision }) => [revision])
}

/** All changes since a revision, newest first. */
export async function listChangesSince(
  db: Db,
  projectId: string,
  revision: number,
): Promise<(ConfigChangeRow & { subject: string })[]> {
  const { rows } = await sql<ConfigChangeRow & { subject: string }>`
    SELECT ${columns} FROM ${changesWithAuthors}
    WHERE c.project_id = ${projectId} AND c.revision >= ${revision}
    ORDER BY c.revision DESC`.execute(db)
  return rows
}

export async function wasConfigChangedSince(db: Db, projectId: string, revision: number): Promise<boolean> {
  const change = await db
    .selectFrom('config_changes')
    .select('revision')
    .where('project_id', '=', projectId)
    .where('subject', '=', 'config')
    .where('revision', '>=', revision)
    .executeTakeFirst()
  return change !== undefined
}

/** The revision of the oldest change that is kept, of the subjects that share a limit with this one. */
export async function findOldestChange(db: Db, projectId: string, subject: Subject): Promise<number> {
  const { rows } = await sql<{ oldest: number | null }>`
    SELECT min(revision) AS oldest FROM config_changes
    WHERE project_id = ${projectId} AND (subject = 'config') = ${subject === 'config'}`.execute(db)
  return rows[0]?.oldest ?? Number.POSITIVE_INFINITY
}

/** What a change has replaced: all fields of its subject, without secrets. */
export async function getPrevious(db: Db, projectId: string, revision: number): Promise<Override> {
  const { previous } = await db
    .selectFrom('config_changes')
    .select('previous')
    .where('project_id', '=', projectId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return previous as Override
}

/** The configuration before a change, without secrets. */
export async function findPreviousConfig(db: Db, projectId: string, revision: number): Promise<Override | undefined> {
  const row = await db
    .selectFrom('config_changes')
    .select('previous')
    .where('project_id', '=', projectId)
    .where('revision', '=', revision)
    .where('subject', '=', 'config')
    .executeTakeFirst()
  return row?.previous as Override | undefined
}
