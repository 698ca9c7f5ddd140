import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

const batchSize = 2_000

/** Deletes rows in batches, because one statement for millions of rows would exceed its time limit. */
export async function deleteInBatches(db: Db, table: keyof Tables, condition: RawBuilder<unknown>): Promise<void> {
  while ((await deleteBatch(db, table, condition)) === batchSize);
}

async function deleteBatch(db: Db, table: keyof Tables, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE ${condition} LIMIT ${batchSize}
    )) AND ${condition}`.execute(db)
  return Number(numAffectedRows)
}
