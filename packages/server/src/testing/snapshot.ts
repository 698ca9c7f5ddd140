import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Every row of a project in every table, to be compared with a later snapshot. */
export async function takeSnapshot(db: Db, projectId: string): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string; key: string }>`
    SELECT table_name AS name, column_name AS key FROM information_schema.columns
    WHERE table_schema = current_schema()
      AND (column_name = 'project_id' OR (table_name = 'projects' AND column_name = 'id'))
    ORDER BY table_name`.execute(db)
  const snapshot: Record<string, unknown> = {}
  for (const { name, key } of tables) {
    const { rows } = await sql<{ content: unknown }>`
      SELECT coalesce(json_agg(t ORDER BY t::text), '[]') AS content
      FROM ${sql.table(name)} t WHERE ${sql.ref(`t.${key}`)} = ${projectId}`.execute(db)
    snapshot[name] = rows[0]!.content
  }
  return snapshot
}
