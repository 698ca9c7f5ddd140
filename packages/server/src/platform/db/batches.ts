import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

const batchSize = 2_000

/** Deletes rows in batches, because one statement for millions of rows would exceed its time limit. */
export async function deleteInBatches(db: Db, table: keyof Tables, condition: RawBuilder<unknown>): Promise<void> {
  await changeInBatches(db, table, sql`DELETE FROM ${sql.table(table)}`, condition)
}

/** Runs `UPDATE … SET …` or `DELETE FROM …` on the rows with this condition, which must no longer be true afterwards. */
export async function changeInBatches(
  db: Db,
  table: keyof Tables,
  change: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const query = sql`${change} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${sql.table(table)} WHERE ${condition} LIMIT ${batchSize}
  )) AND ${condition}`
  while (Number((await query.execute(db)).numAffectedRows) === batchSize);
}
