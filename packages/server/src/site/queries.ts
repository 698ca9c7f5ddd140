import type { Db } from '../db/database.ts'

/** The name of the project that a purchase link belongs to; the link begins with this id. */
export async function findSellerName(db: Db, tenancyId: string): Promise<string | undefined> {
  const project = await db
    .selectFrom('projects')
    .select('display_name')
    .where('tenancy_id', '=', tenancyId)
    .executeTakeFirst()
  return project?.display_name
}
