import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { secretCheckName } from '../../projects/deployment/secret-check.ts'
import type { Override } from '../../projects/project-config/override.ts'
import { openOverride, sealOverride } from '../../projects/project-config/seal.ts'
import { assertAllUse, maxSilenceSeconds } from '../server-status/key-rings.ts'
import { listRunningNodes, lockNodes, retireKey } from '../server-status/queries.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

interface Progress {
  table: string
  done: number
}

interface Options {
  batchSize?: number
  onProgress?: (progress: Progress) => void
}

const pauseMillis = 1_000

/**
 * Encrypts everything with the current secret that was encrypted with a former one, in small transactions while servers
 * run. It can be interrupted at any time: what is done is skipped the next time. Returns how many texts were encrypted.
 */
export async function reencrypt(db: Db, secrets: Secrets, options: Options = {}): Promise<number> {
  assertAllUse(secrets.keyIds[0]!, await listRunningNodes(db, maxSilenceSeconds))
  let total = 0
  for (;;) {
    let done = await reencryptConfigs(db, secrets)
    let isComplete = true
    for (const column of sealedColumns) {
      const result = await reencryptColumn(db, secrets, column, options)
      done += result.done
      isComplete &&= result.isComplete
    }
    total += done
    // What servers were just writing with a former secret may have come behind us, so the last pass must find nothing.
    if (done === 0 && isComplete) break
    if (!isComplete) await delay(pauseMillis)
  }
  return total + (await finish(db, secrets))
}

/**
 * The secret check comes last, so that a server without the former secret refuses to start until everything is done. From
 * then on, a server that was left behind with the former secret encrypts nothing any more.
 */
async function finish(db: Db, secrets: Secrets): Promise<number> {
  return inTransaction(db, async (trx) => {
    await lockNodes(trx)
    assertAllUse(secrets.keyIds[0]!, await listRunningNodes(trx, maxSilenceSeconds))
    const query = trx.selectFrom('deployment').select('value').where('name', '=', secretCheckName)
    const check = await query.forUpdate().executeTakeFirst()
    if (!check || check.value.startsWith(secrets.currentPrefix)) return 0
    const value = secrets.encrypt(secrets.decrypt(check.value, secretCheckName), secretCheckName)
    await trx.updateTable('deployment').set({ value }).where('name', '=', secretCheckName).execute()
    await retireKey(trx, secrets.keyIdOf(check.value), new Date())
    return 1
  })
}

/** One pass through the column in the order of the primary key. */
async function reencryptColumn(
  db: Db,
  secrets: Secrets,
  column: SealedColumn,
  { batchSize = 500, onProgress }: Options,
): Promise<{ done: number; isComplete: boolean }> {
  let done = 0
  for (let after: unknown[] | undefined; ; ) {
    const batch = await inTransaction(db, (trx) => reencryptBatch(trx, secrets, column, { after, batchSize }))
    done += batch.count
    if (batch.count > 0) onProgress?.({ table: column.table, done })
    if (!batch.last) return { done, isComplete: !(await hasStaleRows(db, secrets, column)) }
    after = batch.last
  }
}

type Row = Record<string, unknown> & { row_id: string; sealed: string }

async function reencryptBatch(
  trx: Db,
  secrets: Secrets,
  column: SealedColumn,
  { after, batchSize }: { after: unknown[] | undefined; batchSize: number },
): Promise<{ count: number; last?: unknown[] }> {
  const { table, key, purpose } = column
  const keyColumns = sql.join(key.map((name) => sql.ref(name)))
  const { rows } = await sql<Row>`
    SELECT ctid::text AS row_id, ${keyColumns}, ${textIn(column)} AS sealed FROM ${sql.table(table)}
    WHERE ${isStale(secrets, column)} AND NOT coalesce(${sql.raw(column.busy ?? 'false')}, false)
      ${after ? sql`AND (${keyColumns}) > (${sql.join(after)})` : sql``}
    ORDER BY ${keyColumns} LIMIT ${batchSize} FOR UPDATE`.execute(trx)
  const resealed = rows.map((row) => {
    const context = purpose(row as never)
    return secrets.encrypt(secrets.decrypt(row.sealed, context), context)
  })
  await sql`
    UPDATE ${sql.table(table)} AS stored SET ${sql.ref(column.column)} = ${replaceText(column, sql`changed.sealed`)}
    FROM unnest(${rows.map((row) => row.row_id)}::tid[], ${resealed}::text[]) AS changed (row_id, sealed)
    WHERE stored.ctid = changed.row_id`.execute(trx)
  const last = rows.at(-1)
  return { count: rows.length, ...(last && { last: key.map((name) => last[name]) }) }
}

async function hasStaleRows(db: Db, secrets: Secrets, column: SealedColumn): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT EXISTS (SELECT FROM ${sql.table(column.table)} WHERE ${isStale(secrets, column)}) AS exists`.execute(db)
  return rows[0]!.exists
}

function textIn({ column, path }: SealedColumn) {
  return path ? sql`${sql.ref(column)} #>> ${path}::text[]` : sql.ref(column)
}

function replaceText({ column, path }: SealedColumn, text: RawBuilder<unknown>) {
  return path ? sql`jsonb_set(${sql.ref(`stored.${column}`)}::jsonb, ${path}::text[], to_jsonb(${text}))::json` : text
}

function isStale(secrets: Secrets, column: SealedColumn) {
  const { table } = column
  const isOther = table === 'deployment' ? sql`name <> ${secretCheckName} AND value LIKE 'v1:%'` : sql`true`
  return sql`${isOther} AND NOT starts_with(${textIn(column)}, ${secrets.currentPrefix})`
}

async function reencryptConfigs(db: Db, secrets: Secrets): Promise<number> {
  const projects = await db.selectFrom('projects').select('id').orderBy('id').execute()
  let done = 0
  for (const { id } of projects) done += (await inTransaction(db, (trx) => reencryptConfig(trx, secrets, id))) ? 1 : 0
  return done
}

async function reencryptConfig(trx: Db, secrets: Secrets, projectId: string): Promise<boolean> {
  const query = trx.selectFrom('projects').select('config_override').where('id', '=', projectId)
  const project = await query.forUpdate().executeTakeFirst()
  const texts = project ? (JSON.stringify(project.config_override).match(/"v1:[0-9a-f]{8}:/g) ?? []) : []
  if (!project || texts.every((text) => text === `"${secrets.currentPrefix}`)) return false
  const override = openOverride(project.config_override as Override, projectId, secrets)
  const config_override = sealOverride(override, projectId, secrets)
  await trx
    .updateTable('projects')
    .set({ config_override: JSON.stringify(config_override) })
    .where('id', '=', projectId)
    .execute()
  return true
}
