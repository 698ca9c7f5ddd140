import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Envelope, Place } from './envelope.ts'

export async function upsertVaultValue(
  db: Db,
  projectId: string,
  { storeId, keyHash }: Omit<Place, 'projectId'>,
  { dataKeyEncrypted, valueEncrypted }: Envelope,
  now: Date,
): Promise<void> {
  const envelope = { data_key_encrypted: dataKeyEncrypted, value_encrypted: valueEncrypted, updated_at: now }
  await db
    .insertInto('data_vault_values')
    .values({ project_id: projectId, store_id: storeId, key_hash: keyHash, created_at: now, ...envelope })
    .onConflict((conflict) => conflict.columns(['project_id', 'store_id', 'key_hash']).doUpdateSet(envelope))
    .execute()
}

export async function findVaultValue(
  db: Db,
  projectId: string,
  { storeId, keyHash }: Omit<Place, 'projectId'>,
): Promise<Envelope | undefined> {
  return db
    .selectFrom('data_vault_values')
    .select(['data_key_encrypted as dataKeyEncrypted', 'value_encrypted as valueEncrypted'])
    .where('project_id', '=', projectId)
    .where('store_id', '=', storeId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

/** By store, at most the limit each: as many index entries are read as are counted. */
export async function countVaultValues(
  db: Db,
  projectId: string,
  storeIds: string[],
  limit: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT store.id, counted.count FROM unnest(${storeIds}::text[]) AS store (id) CROSS JOIN LATERAL (
      SELECT count(*)::integer FROM (
        SELECT FROM data_vault_values WHERE project_id = ${projectId} AND store_id = store.id LIMIT ${limit}
      ) AS found
    ) AS counted (count)`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
