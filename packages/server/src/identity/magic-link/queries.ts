import { sql } from 'kysely'
import { isSignInAddress } from '../../accounts/contact-channels/queries.ts'
import type { Db } from '../../platform/db/database.ts'

export async function enableOtp(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ otp_auth_enabled: true })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}

/** Whether an account signs in with this unverified address. Takes the same time for an unknown address. */
export async function hasUnverifiedClaim(db: Db, projectId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM contact_channels c WHERE c.project_id = ${projectId} AND c.type = 'email' AND c.value = ${email}
      AND NOT c.is_verified AND ${sql.raw(isSignInAddress('c'))}`.execute(db)
  return rows.length > 0
}
