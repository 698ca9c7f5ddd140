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

/** Whether anyone has created a project; those that are there from the start belong to no team. */
export async function hasOwnedProject(db: Db): Promise<boolean> {
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_team_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return project !== undefined
}
