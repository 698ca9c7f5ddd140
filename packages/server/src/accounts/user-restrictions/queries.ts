import type { Db } from '../../platform/db/database.ts'

interface NewRestriction {
  at: Date
  until: Date | null
  /** For owners. */
  reason: string
  /** For the user. */
  message: string | null
}

/** Null lifts the restriction. */
export async function updateRestriction(
  trx: Db,
  projectId: string,
  userId: string,
  restriction: NewRestriction | null,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      restricted_at: restriction?.at ?? null,
      restricted_until: restriction?.until ?? null,
      restriction_reason: restriction?.reason ?? null,
      restriction_message: restriction?.message ?? null,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}

/** Whoever has one must not be able to set a password, not even once the restriction is lifted. */
export async function deleteResetCodes(trx: Db, projectId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('verification_codes')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'password-reset')
    .execute()
}
