import type { Db } from '../db/database.ts'

export async function setPasswordHash(db: Db, projectId: string, userId: string, hash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}
