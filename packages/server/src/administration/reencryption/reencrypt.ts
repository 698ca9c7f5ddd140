import { setTimeout as delay } from 'node:timers/promises'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findFactForUpdate, secretCheckName, setFact } from '../../projects/deployment/queries.ts'
import { updateStoredConfig } from '../../projects/project-config/queries.ts'
import { openOverride, sealOverride } from '../../projects/project-config/seal.ts'
import { assertAllUse, maxSilenceSeconds } from '../server-status/key-rings.ts'
import { listRunningNodes, lockNodes, retireKey } from '../server-status/queries.ts'
import { findStoredConfigForUpdate, hasStaleTexts, listProjectIds, listStaleTexts, replaceTexts } from './queries.ts'
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
    const check = await findFactForUpdate(trx, secretCheckName)
    if (!check || check.startsWith(secrets.currentPrefix)) return 0
    await setFact(trx, secretCheckName, secrets.encrypt(secrets.decrypt(check, secretCheckName), secretCheckName))
    await retireKey(trx, secrets.keyIdOf(check), new Date())
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
    if (!batch.last) return { done, isComplete: !(await hasStaleTexts(db, column, secrets.currentPrefix)) }
    after = batch.last
  }
}

async function reencryptBatch(
  trx: Db,
  secrets: Secrets,
  column: SealedColumn,
  page: { after: unknown[] | undefined; batchSize: number },
): Promise<{ count: number; last?: unknown[] }> {
  const rows = await listStaleTexts(trx, column, secrets.currentPrefix, page)
  const sealed = rows.map((row) => {
    const context = column.purpose(row as never)
    return secrets.encrypt(secrets.decrypt(row.sealed, context), context)
  })
  await replaceTexts(trx, column, { rowIds: rows.map((row) => row.row_id), sealed })
  const last = rows.at(-1)
  return { count: rows.length, ...(last && { last: column.key.map((name) => last[name]) }) }
}

async function reencryptConfigs(db: Db, secrets: Secrets): Promise<number> {
  const ids = await listProjectIds(db)
  let done = 0
  for (const id of ids) done += (await inTransaction(db, (trx) => reencryptConfig(trx, secrets, id))) ? 1 : 0
  return done
}

async function reencryptConfig(trx: Db, secrets: Secrets, projectId: string): Promise<boolean> {
  const stored = await findStoredConfigForUpdate(trx, projectId)
  const texts = stored ? (JSON.stringify(stored).match(/"v1:[0-9a-f]{8}:/g) ?? []) : []
  if (!stored || texts.every((text) => text === `"${secrets.currentPrefix}`)) return false
  const override = sealOverride(openOverride(stored, projectId, secrets), projectId, secrets)
  await updateStoredConfig(trx, projectId, { config_override: JSON.stringify(override) })
  return true
}
