import type { Db } from '../db/database.ts'

export async function enableOtp(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ otp_auth_enabled: true })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}
