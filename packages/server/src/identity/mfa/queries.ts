import type { SecondFactorMethod } from '@latchkey/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The lock keeps the secret unchanged until the end of the transaction. */
export async function findTotpSecret(
  db: Db,
  projectId: string,
  userId: string,
  { isLocked = false } = {},
): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('totp_secret_encrypted')
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .where('requires_totp', '=', true)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  return user?.totp_secret_encrypted ?? undefined
}

/**
 * Claims a time step for one sign-in. Fails if it, or a later one, has already been claimed. A second factor that was to
 * be removed is kept, because it is not lost.
 */
export async function useTotpStep(
  db: Db,
  projectId: string,
  userId: string,
  sealedSecret: string,
  step: number,
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ last_totp_step: step, second_factor_ends_at: null, earlier_totp_secret_encrypted: null })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .where('totp_secret_encrypted', '=', sealedSecret)
    .where((eb) => eb.or([eb('last_totp_step', 'is', null), eb('last_totp_step', '<', String(step))]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** What the user can complete a sign-in with. */
export async function listSecondFactors(db: Db, projectId: string, userId: string): Promise<SecondFactorMethod[]> {
  const { rows } = await sql<{ has_totp: boolean; has_recovery_code: boolean }>`
    SELECT u.requires_totp AS has_totp, EXISTS (
      SELECT FROM recovery_codes c WHERE c.project_id = u.project_id AND c.user_id = u.id AND c.used_at IS NULL
    ) AS has_recovery_code
    FROM users u WHERE u.project_id = ${projectId} AND u.id = ${userId}`.execute(db)
  const methods: SecondFactorMethod[] = []
  if (rows[0]?.has_totp) methods.push('totp')
  if (rows[0]?.has_recovery_code) methods.push('recovery_code')
  return methods
}
