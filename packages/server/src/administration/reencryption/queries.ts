import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { secretCheckName } from '../../projects/deployment/queries.ts'
import type { Override } from '../../projects/project-config/override.ts'
import type { SealedColumn } from './sealed-columns.ts'

type StaleText = Record<string, unknown> & { row_id: string; sealed: string }

/** Texts without the prefix of the current key, in the order of the primary key, and locked. */
export async function listStaleTexts(
  db: Db,
  column: SealedColumn,
  currentPrefix: string,
  { after, batchSize }: { after: unknown[] | undefined; batchSize: number },
): Promise<StaleText[]> {
  const keyColumns = sql.join(column.key.map((name) => sql.ref(name)))
  const { rows } = await sql<StaleText>`
    SELECT ctid::text AS row_id, ${keyColumns}, ${textIn(column)} AS sealed FROM ${sql.table(column.table)}
    WHERE ${isStale(column, currentPrefix)} AND NOT coalesce(${sql.raw(column.busy ?? 'false')}, false)
      ${after ? sql`AND (${keyColumns}) > (${sql.join(after)})` : sql``}
    ORDER BY ${keyColumns} LIMIT ${batchSize} FOR UPDATE`.execute(db)
  return rows
}

/** The rows must be locked, so that they stay where they are. */
export async function replaceTexts(
  db: Db,
  column: SealedColumn,
  { rowIds, sealed }: { rowIds: string[]; sealed: string[] },
): Promise<void> {
  await sql`
    UPDATE ${sql.table(column.table)} AS stored SET ${sql.ref(column.column)} = ${replaceText(column, sql`changed.sealed`)}
    FROM unnest(${rowIds}::tid[], ${sealed}::text[]) AS changed (row_id, sealed)
    WHERE stored.ctid = changed.row_id`.execute(db)
}

export async function hasStaleTexts(db: Db, column: SealedColumn, currentPrefix: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT EXISTS (SELECT FROM ${sql.table(column.table)} WHERE ${isStale(column, currentPrefix)}) AS exists`.execute(
    db,
  )
  return rows[0]!.exists
}

function textIn({ column, path }: SealedColumn) {
  return path ? sql`${sql.ref(column)} #>> ${path}::text[]` : sql.ref(column)
}

function replaceText({ column, path }: SealedColumn, text: RawBuilder<unknown>) {
  return path ? sql`jsonb_set(${sql.ref(`stored.${column}`)}::jsonb, ${path}::text[], to_jsonb(${text}))::json` : text
}

function isStale(column: SealedColumn, currentPrefix: string) {
  const isOther = column.table === 'deployment' ? sql`name <> ${secretCheckName} AND value LIKE 'v1:%'` : sql`true`
  return sql`${isOther} AND NOT starts_with(${textIn(column)}, ${currentPrefix})`
}

/** Also of those that are being deleted. */
export async function listProjectIds(db: Db): Promise<string[]> {
  const projects = await db.selectFrom('projects').select('id').orderBy('id').execute()
  return projects.map(({ id }) => id)
}

export async function findStoredConfigForUpdate(db: Db, projectId: string): Promise<Override | undefined> {
  const query = db.selectFrom('projects').select('config_override').where('id', '=', projectId)
  return (await query.forUpdate().executeTakeFirst())?.config_override as Override | undefined
}
