import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

export type NewPasskey = Omit<PasskeyRow, 'project_id' | 'id' | 'name' | 'last_used_at' | 'counter'> & {
  counter: number
}

/** Returns the ID. */
export async function insertPasskey(db: Db, projectId: string, passkey: NewPasskey): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('passkeys')
    .values({ ...passkey, project_id: projectId, id })
    .execute()
  return id
}

export async function listPasskeys(db: Db, projectId: string, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
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
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter: counter.to, last_used_at: now })
    .where('project_id', '=', projectId)
    .where('credential_id', '=', credentialId)
    .where('counter', '=', String(counter.from))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function updatePasskeyName(
  db: Db,
  projectId: string,
  userId: string,
  id: string,
  name: string | null,
): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ name })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export async function deletePasskey(db: Db, projectId: string, userId: string, id: string): Promise<void> {
  await db
    .deleteFrom('passkeys')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Removes all passkeys of the user except some. Returns the removed ones. */
export async function deletePasskeysOfUser(
  db: Db,
  projectId: string,
  userId: string,
  { keptCredentialIds = [] }: { keptCredentialIds?: string[] } = {},
): Promise<PasskeyRow[]> {
  return db
    .deleteFrom('passkeys')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`credential_id <> ALL (${keptCredentialIds}::text[])`)
    .returningAll()
    .execute()
}
