import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export async function insertUserRow(
  db: Db,
  projectId: string,
  user: Omit<Insertable<Tables['users']>, 'project_id'>,
): Promise<void> {
  await db
    .insertInto('users')
    .values({ ...user, project_id: projectId })
    .execute()
}

export async function updateUserRow(
  db: Db,
  projectId: string,
  userId: string,
  change: Updateable<Tables['users']>,
): Promise<void> {
  await db.updateTable('users').set(change).where('project_id', '=', projectId).where('id', '=', userId).execute()
}

/** Returns false if the user was no longer anonymous. */
export async function upgradeAnonymousUser(
  db: Db,
  projectId: string,
  userId: string,
  change: Updateable<Tables['users']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ...change, is_anonymous: false })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .where('is_anonymous', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
