import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { endTrust } from '../../records/trusted-devices/queries.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

export type NewPasskey = Omit<PasskeyRow, 'project_id' | 'id' | 'name' | 'last_used_at' | 'ends_at' | 'counter'> & {
  counter: number
}

/** Returns the ID. */
export async function insertPasskey(db: Db, projectId: string, passkey: NewPasskey): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('passkeys')
    .values({ ...passkey, project_id: projectId, id })
    .execute()
  await endTrust(db, projectId, passkey.user_id)
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
      isEnding: row.ends_at !== null,
    }
  )
}

/**
 * Of two responses with the same counter one may come from a clone; only the first is accepted. A passkey that was to be
 * removed is kept, because it is not lost.
 */
export async function advanceCounter(
  db: Db,
  projectId: string,
  credentialId: string,
  counter: { from: number; to: number },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter: counter.to, last_used_at: now, ends_at: null })
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
  await endTrust(db, projectId, userId)
}

/** Removes all passkeys of the user except some. Returns the removed ones. */
export async function deletePasskeysOfUser(
  db: Db,
  projectId: string,
  userId: string,
  { keptCredentialIds = [] }: { keptCredentialIds?: string[] } = {},
): Promise<PasskeyRow[]> {
  await endTrust(db, projectId, userId)
  return db
    .deleteFrom('passkeys')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`credential_id <> ALL (${keptCredentialIds}::text[])`)
    .returningAll()
    .execute()
}

/** Returns whether there is one that the user did not have before. One that is about to end keeps its time. */
export async function schedulePasskeyEnd(
  db: Db,
  projectId: string,
  userId: string,
  { endsAt, keptCredentialIds }: { endsAt: Date; keptCredentialIds: string[] },
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ ends_at: endsAt })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('ends_at', 'is', null)
    .where(sql<boolean>`credential_id <> ALL (${keptCredentialIds}::text[])`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Of all projects. */
export async function listEndingPasskeys(db: Db, now: Date) {
  return db
    .selectFrom('passkeys')
    .select(['project_id', 'user_id'])
    .distinct()
    .where('ends_at', '<=', now)
    .limit(1000)
    .execute()
}

export async function deleteEndedPasskeys(db: Db, projectId: string, userId: string, now: Date): Promise<PasskeyRow[]> {
  await endTrust(db, projectId, userId)
  return db
    .deleteFrom('passkeys')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('ends_at', '<=', now)
    .returningAll()
    .execute()
}
