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

interface NewChange extends ConfigAuthor {
  revision: number
  changes: ConfigChange[]
  previous: string
}

/** Also deletes the oldest changes, so that the history stays bounded. */
export async function insertConfigChange(db: Db, projectId: string, change: NewChange): Promise<void> {
  const { revision, actor_type, actor_id, happened_at, changes, previous } = change
  await db
    .insertInto('config_changes')
    .values({
      project_id: projectId,
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
    DELETE FROM config_changes WHERE project_id = ${projectId} AND revision <= (
      SELECT revision FROM (
        SELECT revision, row_number() OVER w AS place, sum(previous_bytes) OVER w AS bytes
        FROM config_changes WHERE project_id = ${projectId}
        WINDOW w AS (ORDER BY revision DESC)
      ) AS listed
      WHERE place > ${maxChanges} OR (place > 1 AND bytes > ${maxBytes})
      ORDER BY revision DESC LIMIT 1
    )`.execute(db)
}

export interface ConfigChangeRow {
  revision: number
  changed_at: Date
  actor_type: string
  actor_id: string | null
  actor_name: string | null
  changes: ConfigChange[]
}

/** One page from the cursor on, newest first, with the current names of owners and key sets. */
export async function listConfigChanges(
  db: Db,
  projectId: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ rows: ConfigChangeRow[]; nextCursor: string | null }> {
  const [newest] = readCursor(cursor, z.tuple([z.int32()])) ?? [2_147_483_647]
  const { rows } = await sql<ConfigChangeRow>`
    SELECT c.revision, c.changed_at, c.actor_type, c.actor_id, c.changes,
      coalesce(nullif(u.display_name, ''), e.value, k.description) AS actor_name
    FROM config_changes c
    LEFT JOIN users u ON u.project_id = ${internalProjectId}
      AND u.id = CASE WHEN c.actor_type = 'owner' THEN c.actor_id::uuid END
    LEFT JOIN contact_channels e ON e.project_id = u.project_id AND e.user_id = u.id AND e.is_primary
    LEFT JOIN project_key_sets k ON k.project_id = c.project_id 
      AND k.id = CASE WHEN c.actor_type IN ('server-key', 'admin-key') THEN c.actor_id::uuid END
    WHERE c.project_id = ${projectId} AND c.revision <= ${newest}
    ORDER BY c.revision DESC LIMIT ${limit + 1}`.execute(db)
  return toPage(rows, limit, ({ revision }) => [revision])
}

/** The configuration before a change, without secrets. */
export async function findPreviousConfig(db: Db, projectId: string, revision: number): Promise<Override | undefined> {
  const row = await db
    .selectFrom('config_changes')
    .select('previous')
    .where('project_id', '=', projectId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.previous as Override | undefined
}
