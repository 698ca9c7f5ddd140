import type { Db } from '../../platform/db/database.ts'

export interface Passkey {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  deviceType: string
}

export async function replacePasskey(
  db: Db,
  projectId: string,
  userId: string,
  passkey: Passkey,
  now: Date,
): Promise<void> {
  const columns = {
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    transports: passkey.transports,
    device_type: passkey.deviceType,
    created_at: now,
  }
  await db
    .insertInto('passkeys')
    .values({ project_id: projectId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet(columns))
    .execute()
}

export async function findPasskey(db: Db, projectId: string, credentialId: string) {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return (
    row && {
      userId: row.user_id,
      publicKey: row.public_key,
      counter: Number(row.counter),
      transports: row.transports,
      isBoundToDevice: row.device_type === 'singleDevice',
    }
  )
}

/** Of two responses with the same counter one may come from a clone; only the first is accepted. */
export async function advanceCounter(
  db: Db,
  projectId: string,
  credentialId: string,
  counter: { from: number; to: number },
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter: counter.to })
    .where('project_id', '=', projectId)
    .where('credential_id', '=', credentialId)
    .where('counter', '=', String(counter.from))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deletePasskey(db: Db, projectId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('passkeys')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
