import type { Db } from '../db/database.ts'
import type { ImageOwner } from './images.ts'

export async function findFile(db: Db, projectId: string, folder: string, id: string) {
  return db
    .selectFrom('files')
    .select(['content_type', 'content'])
    .where('project_id', '=', projectId)
    .where('folder', '=', folder)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertFile(
  db: Db,
  projectId: string,
  file: ImageOwner & { id: string; contentType: string; content: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto('files')
    .values({
      project_id: projectId,
      folder: file.folder,
      id: file.id,
      owner_id: file.ownerId,
      content_type: file.contentType,
      content: file.content,
      created_at: file.now,
    })
    .execute()
}

export async function deleteFilesExcept(
  db: Db,
  projectId: string,
  { folder, ownerId }: ImageOwner,
  keptIds: string[],
): Promise<void> {
  await db
    .deleteFrom('files')
    .where('project_id', '=', projectId)
    .where('folder', '=', folder)
    .where('owner_id', '=', ownerId)
    .$if(keptIds.length > 0, (query) => query.where('id', 'not in', keptIds))
    .execute()
}

/** Copies the files of a folder that belong to the project itself to another project, under the same IDs. */
export async function copyFiles(db: Db, projectId: string, folder: string, toProjectId: string): Promise<void> {
  await db
    .insertInto('files')
    .columns(['project_id', 'folder', 'id', 'owner_id', 'content_type', 'content', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('files')
        .select([
          eb.val(toProjectId).as('project_id'),
          'folder',
          'id',
          eb.val(toProjectId).as('owner_id'),
          'content_type',
          'content',
          'created_at',
        ])
        .where('project_id', '=', projectId)
        .where('folder', '=', folder)
        .where('owner_id', '=', projectId),
    )
    .execute()
}
