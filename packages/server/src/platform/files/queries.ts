import type { Db } from '../db/database.ts'

export async function findFile(db: Db, projectId: string, folder: string, id: string) {
  return db
    .selectFrom('files')
    .select(['content_type', 'content'])
    .where('project_id', '=', projectId)
    .where('folder', '=', folder)
    .where('id', '=', id)
    .executeTakeFirst()
}
