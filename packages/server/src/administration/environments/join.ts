import { randomUUID } from 'node:crypto'
import { type Environment, KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { projectCache } from '../../projects/cache.ts'
import { findProjectForUpdate, type ProjectRow } from '../../projects/queries.ts'
import { assertOwnerMay, setEnvironment } from './change.ts'
import { assertNotBuiltIn } from './create.ts'

interface Wanted {
  project_id: string
  environment: Environment
  current_environment?: Environment | undefined
}

/** Makes a project that exists another environment of this one. Both keep everything they have. */
export async function joinEnvironments(ctx: Context, ownerId: string, wanted: Wanted): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const { own, other } = await lockBoth(trx, ctx, wanted.project_id)
    for (const project of [own, other]) {
      await assertOwnerMay(trx, project, ownerId, 'ownership')
      await assertNotBuiltIn(trx, project.id)
    }
    assertCanJoin(own, other)
    const environment = own.environment ?? wanted.current_environment
    if (!environment) throw new PlainError(400, 'Say which environment this project is, too.')
    if (environment === wanted.environment) throw new PlainError(409, `This project is already ${environment}.`)
    const groupId = own.environment_group_id ?? randomUUID()
    if (!own.environment) await setEnvironment(trx, ctx, own, { environment, groupId })
    await setEnvironment(trx, ctx, other, { environment: wanted.environment, groupId })
  }).catch((error: unknown) => {
    if (!breaksUniqueIndex(error, 'projects_by_environment')) throw error
    throw new PlainError(409, `There is already a project for ${wanted.environment}.`)
  })
  for (const id of [ctx.project.id, wanted.project_id]) projectCache(ctx.platform).forget(id)
}

/** Always in the same order, so that two owners who join the same projects wait for each other. */
async function lockBoth(trx: Db, ctx: Context, otherId: string): Promise<{ own: ProjectRow; other: ProjectRow }> {
  const locked = new Map<string, ProjectRow>()
  for (const id of [ctx.project.id, otherId].sort()) {
    const project = await findProjectForUpdate(trx, id)
    if (project) locked.set(id, project)
  }
  const [own, other] = [locked.get(ctx.project.id), locked.get(otherId)]
  if (!own || !other || own.id === other.id) throw new KnownError('PROJECT_NOT_FOUND', { project_id: otherId })
  return { own, other }
}

function assertCanJoin(own: ProjectRow, other: ProjectRow): void {
  if (other.environment_group_id) {
    throw new PlainError(409, 'The other project has environments already. Separate it from them first.')
  }
  if (own.owner_team_id !== other.owner_team_id) {
    throw new PlainError(
      409,
      'The projects have different owners. Transfer one of them to the owners of the other first.',
    )
  }
}
