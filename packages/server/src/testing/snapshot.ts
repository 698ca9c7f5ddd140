import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** The tables do not change during the tests, and listing them takes longer than reading their rows. */
let reading: Promise<(projectId: string) => RawBuilder<{ name: string; content: unknown }>> | undefined

/** Every row of a project in every table, to be compared with a later snapshot. */
export async function takeSnapshot(db: Db, projectId: string): Promise<Record<string, unknown>> {
  reading ??= describeReading(db)
  const { rows } = await (await reading)(projectId).execute(db)
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

async function describeReading(db: Db) {
  const { rows: tables } = await sql<{ name: string; key: string }>`
    SELECT table_name AS name, column_name AS key FROM information_schema.columns
    WHERE table_schema = current_schema()
      -- Written beside the requests, at any time.
      AND table_name NOT IN ('project_key_uses', 'traces')
      AND (column_name = 'project_id' OR (table_name = 'projects' AND column_name = 'id'))
    ORDER BY table_name`.execute(db)
  return (projectId: string) => {
    const selections = tables.map(
      ({ name, key }) => sql`
        SELECT ${sql.lit(name)} AS name, coalesce(json_agg(t ORDER BY t::text), '[]') AS content
        FROM ${sql.table(name)} t WHERE ${sql.ref(`t.${key}`)} = ${projectId}`,
    )
    return sql<{ name: string; content: unknown }>`${sql.join(selections, sql` UNION ALL `)}`
  }
}
