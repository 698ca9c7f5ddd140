import { sql } from 'kysely'
import { fingerprint } from '../../accounts/account-notices/queries.ts'
import type { AccountState } from '../../accounts/account-notices/remember.ts'
import type { Db } from '../../platform/db/database.ts'

/** A password that has changed since is removed. */
export async function restoreSignIn(db: Db, projectId: string, userId: string, state: AccountState): Promise<void> {
  await db
    .updateTable('users')
    .set({
      otp_auth_enabled: state.otp_auth_enabled,
      password_hash: sql`CASE WHEN ${fingerprint(sql`password_hash`)} = ${state.password_fingerprint} THEN password_hash END`,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}

export async function setSecondFactor(
  db: Db,
  projectId: string,
  userId: string,
  factor: Pick<AccountState, 'requires_totp' | 'totp_secret_encrypted'>,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      requires_totp: factor.requires_totp,
      totp_secret_encrypted: factor.totp_secret_encrypted,
      second_factor_ends_at: null,
      earlier_totp_secret_encrypted: null,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}

export async function scheduleSecondFactorEnd(
  db: Db,
  projectId: string,
  userId: string,
  end: { endsAt: Date; earlierSecret: string | null },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ second_factor_ends_at: end.endsAt, earlier_totp_secret_encrypted: end.earlierSecret })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}

export async function findSecondFactor(db: Db, projectId: string, userId: string) {
  return db
    .selectFrom('users')
    .select(['requires_totp', 'totp_secret_encrypted', 'second_factor_ends_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Of all projects. */
export async function listEndingSecondFactors(db: Db, now: Date) {
  return db
    .selectFrom('users')
    .select(['project_id', 'id'])
    .where('second_factor_ends_at', '<=', now)
    .orderBy('second_factor_ends_at')
    .limit(1000)
    .execute()
}

/** Undefined if it has been used, replaced or switched off since it was listed. Locks the user. */
export async function findEndingSecondFactor(db: Db, projectId: string, userId: string, now: Date) {
  return db
    .selectFrom('users')
    .select(['display_name', 'earlier_totp_secret_encrypted'])
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .where('second_factor_ends_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()
}
