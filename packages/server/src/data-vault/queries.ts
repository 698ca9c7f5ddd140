import type { Db } from '../db/database.ts'
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
