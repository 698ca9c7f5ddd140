import { randomUUID } from 'node:crypto'
import type { Environment } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../../platform/db/database.ts'
import { copyFiles } from '../../platform/files/queries.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { projectCache } from '../../projects/cache.ts'
import { insertProject } from '../../projects/create.ts'
import { getProjectForUpdate, type ProjectRow, updateProjectRow } from '../../projects/queries.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { findDemoProject } from '../deployment/queries.ts'
import { assertOwnerMay, setEnvironment } from './change.ts'
import { copyForNew, readStoredSettings } from './settings.ts'

interface Wanted {
  environment: Environment
  current_environment?: Environment | undefined
}

/** Creates another environment of the project, and returns its ID. */
export async function createEnvironment(ctx: Context, ownerId: string, wanted: Wanted): Promise<string> {
  const id = await inTransaction(ctx.db, async (trx) => {
    const project = await getProjectForUpdate(trx, ctx.project.id)
    await assertOwnerMay(trx, project, ownerId, 'settings')
    await assertNotBuiltIn(trx, project.id)
    const own = project.environment ?? wanted.current_environment
    if (!own) throw new PlainError(400, 'Say which environment this project is, too.')
    if (own === wanted.environment) throw new PlainError(409, `This project is already ${own}.`)
    const groupId = project.environment_group_id ?? randomUUID()
    if (!project.environment) await setEnvironment(trx, ctx, project, { environment: own, groupId })
    return insertCopy(trx, ctx, project, { name: wanted.environment, groupId })
  }).catch((error: unknown) => {
    if (!breaksUniqueIndex(error, 'projects_by_environment')) throw error
    throw new PlainError(409, `There is already a project for ${wanted.environment}.`)
  })
  projectCache(ctx.platform).forget(ctx.project.id)
  return id
}

/** The users of `internal` are the owners of all projects, and the demo is made again when it is gone. */
export async function assertNotBuiltIn(trx: Db, projectId: string): Promise<void> {
  if (projectId !== internalProjectId && projectId !== (await findDemoProject(trx))) return
  throw new PlainError(400, 'This project comes with the server and has no other environments.')
}

async function insertCopy(
  trx: Db,
  ctx: Context,
  project: ProjectRow,
  environment: { name: Environment; groupId: string },
): Promise<string> {
  const { secrets } = ctx.platform
  const copy = {
    displayName: project.display_name,
    description: project.description,
    ownerTeamId: project.owner_team_id,
    environment,
    settings: copyForNew(readStoredSettings(project, secrets)),
    defaults: environment.name === 'production' ? {} : { 'domains.allowLocalhost': true },
  }
  const id = await insertProject(trx, copy, secrets, ctx.now())
  await copyFiles(trx, project.id, 'project-logos', id)
  await updateProjectRow(trx, id, logosFor(project, id))
  const target = { type: 'project' as const, id }
  const details = { environment: environment.name, copied_from: project.id }
  await recordAudit(trx, ctx, { action: 'project.created', target, details }, { id })
  return id
}

/** Logos that this server keeps are copied, so that one project can change them without the other. */
function logosFor(project: ProjectRow, id: string) {
  const moved = (url: string | null) =>
    url?.replace(`/files/${project.id}/project-logos/`, `/files/${id}/project-logos/`) ?? null
  return {
    logo_url: moved(project.logo_url),
    full_logo_url: moved(project.full_logo_url),
    logo_dark_mode_url: moved(project.logo_dark_mode_url),
    full_logo_dark_mode_url: moved(project.full_logo_dark_mode_url),
  }
}
