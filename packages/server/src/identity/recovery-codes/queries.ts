import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { endTrust } from '../../records/trusted-devices/queries.ts'

/** Replaces all earlier codes. Call it in a transaction that has locked the user. */
export async function replaceRecoveryCodes(
  db: Db,
  projectId: string,
  userId: string,
  set: { hashKeyEncrypted: string; codeHashes: Buffer[]; now: Date },
): Promise<void> {
  await deleteRecoveryCodes(db, projectId, userId)
  const owner = { project_id: projectId, user_id: userId }
  await db
    .insertInto('recovery_code_sets')
    .values({ ...owner, hash_key_encrypted: set.hashKeyEncrypted, created_at: set.now })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values(set.codeHashes.map((code_hash) => ({ ...owner, code_hash })))
    .execute()
}

/** The second factor has changed, or is about to, so it is asked for again on every device. */
export async function deleteRecoveryCodes(
  db: Db,
  projectId: string,
  userId: string,
  { createdSince }: { createdSince?: Date | undefined } = {},
): Promise<void> {
  await db
    .deleteFrom('recovery_code_sets')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .$if(createdSince !== undefined, (query) => query.where('created_at', '>=', createdSince!))
    .execute()
  await endTrust(db, projectId, userId)
}

export async function findRecoveryCodeSet(db: Db, projectId: string, userId: string) {
  const set = await db
    .selectFrom('recovery_code_sets as s')
    .select(['s.hash_key_encrypted', 's.created_at'])
    .select((eb) =>
      eb
        .selectFrom('recovery_codes as c')
        .whereRef('c.project_id', '=', 's.project_id')
        .whereRef('c.user_id', '=', 's.user_id')
        .where('c.used_at', 'is', null)
        .select((count) => count.fn.countAll<string>().as('count'))
        .as('remaining'),
    )
    .where('s.project_id', '=', projectId)
    .where('s.user_id', '=', userId)
    .executeTakeFirst()
  return set && { ...set, remaining: Number(set.remaining) }
}

export async function isUnusedRecoveryCode(
  db: Db,
  projectId: string,
  userId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('used_at')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return row?.used_at === null
}

/** The first statement that finds the code unused succeeds, and no other. Returns how many codes are left. */
export async function useRecoveryCode(
  db: Db,
  projectId: string,
  userId: string,
  codeHash: Buffer,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ remaining: number }>`
    WITH used AS (
      UPDATE recovery_codes SET used_at = ${now}
      WHERE project_id = ${projectId} AND user_id = ${userId} AND code_hash = ${codeHash} AND used_at IS NULL
      RETURNING code_hash
    )
    SELECT (
      SELECT count(*) FROM recovery_codes c
      WHERE c.project_id = ${projectId} AND c.user_id = ${userId} AND c.used_at IS NULL AND c.code_hash <> used.code_hash
    )::int AS remaining FROM used`.execute(db)
  return rows[0]?.remaining
}
