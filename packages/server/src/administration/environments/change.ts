import { type Capability, type Environment, KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { assertRole } from '../../http/owner.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { projectCache } from '../../projects/cache.ts'
import { isForTesting } from '../../projects/environment.ts'
import { findOwnerRole } from '../../projects/owner-queries.ts'
import { listFieldChanges } from '../../projects/project-config/changes.ts'
import { getProjectForUpdate, type ProjectRow, updateProjectRow } from '../../projects/queries.ts'
import { recordAudit } from '../../records/audit/record.ts'

/** Makes the project another environment of its app, or separates it from the others. */
export async function changeEnvironment(ctx: Context, ownerId: string, environment: Environment | null): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const project = await getProjectForUpdate(trx, ctx.project.id)
    await assertOwnerMay(trx, project, ownerId, 'settings')
    if (project.environment === environment) return
    const { environment_group_id: groupId } = project
    if (!groupId) throw new PlainError(409, 'This project has no other environments.')
    await setEnvironment(trx, ctx, project, { environment, groupId: environment && groupId })
  }).catch((error: unknown) => {
    if (!breaksUniqueIndex(error, 'projects_by_environment')) throw error
    throw new PlainError(409, `There is already a project for ${environment}.`)
  })
  projectCache(ctx.platform).forget(ctx.project.id)
}

/** The role is that in the team which owns this project, whatever the request was for. */
export async function assertOwnerMay(
  db: Db,
  { id, owner_team_id }: Pick<ProjectRow, 'id' | 'owner_team_id'>,
  ownerId: string,
  capability: Capability,
): Promise<void> {
  const role = owner_team_id ? await findOwnerRole(db, owner_team_id, ownerId) : undefined
  if (!role) throw new KnownError('PROJECT_NOT_FOUND', { project_id: id })
  assertRole(role, capability)
}

export async function setEnvironment(
  trx: Db,
  ctx: Context,
  project: ProjectRow,
  { environment, groupId }: { environment: Environment | null; groupId: string | null },
): Promise<void> {
  const isLive = project.is_production_mode || project.stripe_account_id !== null
  if (isLive && isForTesting({ environment })) {
    throw new PlainError(409, `A project in production mode or with card payments cannot be ${environment}.`)
  }
  await updateProjectRow(trx, project.id, { environment, environment_group_id: groupId })
  const changes = listFieldChanges(project, { ...project, environment }, ['environment'])
  const target = { type: 'project' as const, id: project.id }
  await recordAudit(
    trx,
    ctx,
    { action: 'project.updated', target, details: { fields: ['environment'], changes } },
    project,
  )
}
