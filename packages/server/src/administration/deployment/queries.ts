import type { Db } from '../../platform/db/database.ts'

/** Also if it is being deleted. */
export async function hasProject(db: Db, projectId: string): Promise<boolean> {
  const project = await db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst()
  return project !== undefined
}

export async function deleteKeySet(db: Db, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('project_key_sets').where('project_id', '=', projectId).where('id', '=', id).execute()
}

export const demoProjectFact = 'demo project'

export async function findDemoProject(db: Db): Promise<string | undefined> {
  const known = await db
    .selectFrom('deployment')
    .innerJoin('projects', 'projects.id', 'deployment.value')
    .select('value')
    .where('name', '=', demoProjectFact)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return known?.value
}

export async function setOwnerOfUnowned(db: Db, projectId: string, teamId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('projects')
    .set({ owner_team_id: teamId })
    .where('id', '=', projectId)
    .where('owner_team_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
