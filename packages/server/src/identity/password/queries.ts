import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export async function setPasswordHash(db: Db, projectId: string, userId: string, hash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .execute()
}

/** Changes the password only if it has not changed since it was checked. */
export async function changePasswordHash(
  db: Db,
  projectId: string,
  userId: string,
  hash: { from: string | null; to: string },
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ password_hash: hash.to })
    .where('project_id', '=', projectId)
    .where('id', '=', userId)
    .where('password_hash', 'is not distinct from', hash.from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The algorithm and cost of bcrypt hashes, as in `$2b$10$`, or the start of any other. */
export interface HashFormat {
  prefix: string
  count: number
}

/** How many passwords have which format, among a thousand users: those with the smallest IDs, which are random. */
export async function sampleHashFormats(db: Db, projectId: string): Promise<HashFormat[]> {
  const { rows } = await sql<HashFormat>`
    SELECT left(password_hash, 7) AS prefix, count(*)::int AS count
    FROM (SELECT password_hash FROM users WHERE project_id = ${projectId} ORDER BY id LIMIT 1000) AS sample
    WHERE password_hash IS NOT NULL
    GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}
