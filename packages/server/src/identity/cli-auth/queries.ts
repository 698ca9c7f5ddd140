import { sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/secrets.ts'

export async function insertCliLogin(
  db: Db,
  projectId: string,
  login: { pollingCode: string; loginCode: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('cli_auth_requests')
    .values({
      project_id: projectId,
      polling_code_hash: hashToken(login.pollingCode),
      login_code_hash: hashToken(login.loginCode),
      user_id: null,
      created_at: login.now,
      expires_at: login.expiresAt,
      used_at: null,
    })
    .execute()
}

export async function findCliLogin(db: Db, projectId: string, pollingCode: string) {
  return db
    .selectFrom('cli_auth_requests')
    .select(['user_id', 'expires_at', 'used_at'])
    .where('project_id', '=', projectId)
    .where('polling_code_hash', '=', hashToken(pollingCode))
    .executeTakeFirst()
}

/** Returns the user only once for each confirmed login, so that only one session is created. */
export async function consumeCliLogin(
  db: Db,
  projectId: string,
  pollingCode: string,
  now: Date,
): Promise<{ user_id: string | null; connection_id: string | null } | undefined> {
  return db
    .updateTable('cli_auth_requests')
    .set({ used_at: now })
    .where('project_id', '=', projectId)
    .where('polling_code_hash', '=', hashToken(pollingCode))
    .where('user_id', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'connection_id'])
    .executeTakeFirst()
}

/** Confirms a login once. Returns false if it is unknown, expired or already confirmed. */
export async function confirmCliLogin(
  db: Db,
  projectId: string,
  loginCode: string,
  { userId, connectionId }: { userId: string; connectionId: string | null },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('cli_auth_requests')
    .set({ user_id: userId, connection_id: connectionId })
    .where('project_id', '=', projectId)
    .where('login_code_hash', '=', hashToken(loginCode))
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteExpiredCliLogins(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'cli_auth_requests', sql`expires_at < ${before}`)
}
