import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'

export type SetupRow = Selectable<Tables['connection_setups']>

export interface NewSetup {
  connectionId: string
  codeHash: Buffer
  ownerId: string | null
  keySetId: string | null
  now: Date
  expiresAt: Date
}

/** Replaces the last link for the connection, which ends. */
export async function replaceSetup(db: Db, projectId: string, setup: NewSetup): Promise<void> {
  const row = {
    project_id: projectId,
    connection_id: setup.connectionId,
    code_hash: setup.codeHash,
    owner_id: setup.ownerId,
    key_set_id: setup.keySetId,
    preset: null,
    created_at: setup.now,
    expires_at: setup.expiresAt,
    opened_at: null,
    finished_at: null,
  }
  await db
    .insertInto('connection_setups')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'connection_id']).doUpdateSet(row))
    .execute()
}

/** The link tells no project. */
export async function findSetupAnywhere(db: Db, codeHash: Buffer, now: Date): Promise<SetupRow | undefined> {
  return db
    .selectFrom('connection_setups')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('finished_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

type Link = Pick<SetupRow, 'connection_id' | 'code_hash'>

/** Returns true only for the first time. */
export async function noteOpened(db: Db, projectId: string, link: Link, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection_setups')
    .set({ opened_at: now })
    .where('project_id', '=', projectId)
    .where('connection_id', '=', link.connection_id)
    .where('code_hash', '=', link.code_hash)
    .where('opened_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the link can still be used, which then stays so until the end of the transaction. */
export async function keepSetup(db: Db, projectId: string, link: Link, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('connection_setups')
    .select('connection_id')
    .where('project_id', '=', projectId)
    .where('connection_id', '=', link.connection_id)
    .where('code_hash', '=', link.code_hash)
    .where('finished_at', 'is', null)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Returns true only for the call that uses up the link. */
export async function consumeSetup(db: Db, projectId: string, link: Link, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('connection_setups')
    .set({ finished_at: now })
    .where('project_id', '=', projectId)
    .where('connection_id', '=', link.connection_id)
    .where('code_hash', '=', link.code_hash)
    .where('finished_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('connection_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePreset(db: Db, projectId: string, connectionId: string, preset: string): Promise<void> {
  await db
    .updateTable('connection_setups')
    .set({ preset })
    .where('project_id', '=', projectId)
    .where('connection_id', '=', connectionId)
    .execute()
}

/** Returns true if there was one. */
export async function deleteSetup(db: Db, projectId: string, connectionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('connection_setups')
    .where('project_id', '=', projectId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
