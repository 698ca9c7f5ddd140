import { type HandlerInput, KnownError, type OwnerRole, type projectRoutes } from '@latchkey/contract'
import { audiencesOf } from '../../accounts/sessions/access-tokens.ts'
import { signingKeys } from '../../accounts/sessions/signing-keys.ts'
import { getLiveSession } from '../../accounts/sessions/start.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { assertRole } from '../../http/owner.ts'
import { endSubscriptionsOfProject } from '../../payments/stripe/end-subscriptions.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { deleteUnusedImages, storeImage } from '../../platform/files/images.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import { projectCache } from '../../projects/cache.ts'
import { insertProject } from '../../projects/create.ts'
import { assertNotForTesting } from '../../projects/environment.ts'
import { findOwnerRole, lockOwnerTeams } from '../../projects/owner-queries.ts'
import { authorOf } from '../../projects/project-config/author.ts'
import { listFieldChanges } from '../../projects/project-config/changes.ts'
import type { Override } from '../../projects/project-config/override.ts'
import { type ProjectConfig, renderConfig } from '../../projects/project-config/render.ts'
import { recordConfigChange, updateConfig } from '../../projects/project-config/update.ts'
import { findKeySet } from '../../projects/project-keys/queries.ts'
import {
  findProjectRow,
  getProjectForUpdate,
  hideProject,
  listProjectsOfUser,
  type ProjectRow,
  updateProjectRow,
} from '../../projects/queries.ts'
import { settleFields } from '../../projects/revisions/save-fields.ts'
import { settleTogether } from '../../projects/revisions/settle.ts'
import { toConfigPatch } from '../../projects/settings.ts'
import { renderStoredConfig } from '../../projects/stored-config.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { type AdminProjectBody, toAdminProjectBody, toClientProjectBody } from './admin-body.ts'
import { transferProject } from './transfer.ts'

export const projectHandlers: Handlers<typeof projectRoutes> = {
  'GET /projects/current': async ({ ctx }) => toClientProjectBody(ctx.project),

  'GET /projects/{project_id}/.well-known/jwks.json': async ({ ctx, params, query }) => {
    if (!(await projectCache(ctx.platform).find(params.project_id)))
      throw new PlainError(404, 'There is no such project.')
    const audiences = audiencesOf(params.project_id, query.include_anonymous === 'true')
    const keys = audiences.flatMap((audience) => signingKeys(ctx.platform).published(audience, ctx.now().getTime()))
    return { keys: keys.map((key) => key.publicJwk) }
  },

  'GET /internal/projects': async ({ ctx, user, query: { cursor } }) => {
    await assertInternalProject(ctx)
    const { rows, nextCursor } = await listProjectsOfUser(ctx.db, internalProjectId, user.id, cursor)
    const items = rows.map((project) => ({
      ...renderProject(ctx, project, project.owner_role),
      ...(project.local_origin !== null && { local_origin: project.local_origin }),
    }))
    return toListBody(items, nextCursor, cursor)
  },

  'POST /internal/projects': async ({ ctx, user, body }) => {
    await assertInternalProject(ctx)
    const ownerTeamId = body.owner_team_id
    const created = await inTransaction(ctx.db, async (trx) => {
      await lockOwnerTeams(trx, [ownerTeamId])
      const role = await findOwnerRole(trx, ownerTeamId, user.id)
      if (!role) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: ownerTeamId, user_id: user.id })
      assertRole(role, 'settings')
      const id = await insertProject(
        trx,
        {
          displayName: body.display_name,
          description: body.description ?? '',
          isProductionMode: body.is_production_mode ?? false,
          ownerTeamId,
          settings: toSettings(body, renderConfig({})),
        },
        ctx.platform.secrets,
        ctx.now(),
      )
      await storeLogos(trx, ctx, id, body)
      await recordAudit(trx, ctx, { action: 'project.created', target: { type: 'project', id } }, { id })
      return { id, role }
    })
    return readProject(ctx, created.id, created.role)
  },

  'POST /internal/projects/transfer': async ({ ctx, ownerId, body }) => {
    await transferProject(ctx, ownerId, body.project_id, body.new_team_id)
    return { success: 'true' }
  },

  'GET /internal/projects/current': async ({ ctx }) => toAdminProjectBody(ctx.project, ctx.owner?.role),

  'PATCH /internal/projects/current': async ({ ctx, body }) => {
    const { project, platform } = ctx
    await inTransaction(ctx.db, async (trx) => {
      const before = await getProjectForUpdate(trx, project.id)
      const { config: _, branding: __, ...fields } = body
      const patch = toSettings(body, project.config)
      await settleTogether(before.config_revision, [
        () => saveFields(trx, ctx, before, fields),
        () => saveConfig(trx, ctx, patch),
      ])
      if (Object.keys(fields).length > 0) {
        const target = { type: 'project' as const, id: project.id }
        const after = await getProjectForUpdate(trx, project.id)
        const details = { fields: Object.keys(fields), changes: listFieldChanges(before, after, auditedFields) }
        await recordAudit(trx, ctx, { action: 'project.updated', target, details })
      }
    })
    projectCache(platform).forget(project.id)
    return readProject(ctx, project.id, ctx.owner?.role)
  },

  'DELETE /internal/projects/current': async ({ ctx }) => {
    if (ctx.project.id === internalProjectId) throw new PlainError(400, 'The internal project cannot be deleted.')
    await inTransaction(ctx.db, async (trx) => {
      await assertMayDelete(trx, ctx)
      await hideProject(trx, ctx.project.id, ctx.now())
      // Recorded in the audit log of the internal project, because the project's own is deleted with it.
      const target = { type: 'project' as const, id: ctx.project.id }
      const details = { display_name: ctx.project.display_name.slice(0, 200) }
      await recordAudit(trx, ctx, { action: 'project.deleted', target, details }, { id: internalProjectId })
      await endSubscriptionsOfProject(trx, ctx)
      await enqueueJob(trx, 'delete-project', { project_id: ctx.project.id })
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return { success: true }
  },
}

type ProjectUpdate = HandlerInput<(typeof projectRoutes)['PATCH /internal/projects/current']>['body']
type ProjectFields = Omit<ProjectUpdate, 'config' | 'branding'>

function toSettings(
  { config, branding }: Pick<ProjectUpdate, 'config' | 'branding'>,
  current: ProjectConfig,
): Override {
  return { ...(config && toConfigPatch(config, current)), ...(branding !== undefined && { branding }) }
}

async function saveFields(trx: Db, ctx: Context, before: ProjectRow, given: ProjectFields): Promise<void> {
  const pick = (from: object) => Object.entries(from).filter(([name]) => auditedFields.includes(name as never))
  const change = Object.fromEntries(pick(given).filter(([, value]) => value !== undefined)) as ProjectFields
  const current = Object.fromEntries(pick(before))
  const settled = await settleFields<ProjectFields>(trx, ctx, {
    subject: 'project',
    current,
    change: { ...change, ...(change.description === null && { description: '' }) },
  })
  const { display_name, description, is_production_mode } = settled.change
  if (is_production_mode) assertNotForTesting(before, 'Only production can be in production mode.')
  await updateProjectRow(trx, ctx.project.id, {
    ...(display_name !== undefined && { display_name }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(is_production_mode !== undefined && { is_production_mode }),
  })
  await storeLogos(trx, ctx, ctx.project.id, settled.change)
}

async function saveConfig(trx: Db, ctx: Context, patch: Override): Promise<void> {
  const changes = await updateConfig(trx, ctx.project.id, patch, ctx.platform.secrets, authorOf(ctx))
  await recordConfigChange(trx, ctx, patch, changes)
}

const logoFields = ['logo_url', 'full_logo_url', 'logo_dark_mode_url', 'full_logo_dark_mode_url'] as const
const auditedFields = ['display_name', 'description', ...logoFields, 'is_production_mode'] as const

/** Projects are listed and created by users of the internal project. */
async function assertInternalProject(ctx: Context): Promise<void> {
  if (ctx.project.id !== internalProjectId) throw new KnownError('EXPECTED_INTERNAL_PROJECT')
  await getLiveSession(ctx, ctx.project, ctx.token!)
}

/** A key does not delete what the person who created it could not. */
async function assertMayDelete(trx: Db, ctx: Context): Promise<void> {
  const setId = ctx.keySetId
  if (!setId || (await findKeySet(trx, ctx.project.id, setId))?.may_delete_project !== false) return
  throw new PlainError(403, 'This key cannot delete the project, because nobody with the role owner created it.')
}

export async function readProject(ctx: Context, projectId: string, role?: OwnerRole): Promise<AdminProjectBody> {
  const project = await findProjectRow(ctx.db, projectId)
  if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  return renderProject(ctx, project, role)
}

function renderProject(ctx: Context, row: ProjectRow, role?: OwnerRole): AdminProjectBody {
  const { secrets, config: server } = ctx.platform
  const config = renderStoredConfig(row, { secrets, isProduction: server.isProduction })
  return toAdminProjectBody({ ...row, config }, role)
}

type Logos = { [Field in (typeof logoFields)[number]]?: string | null | undefined }

async function storeLogos(db: Db, ctx: Context, projectId: string, given: Logos): Promise<void> {
  const owner = { folder: 'project-logos' as const, ownerId: projectId }
  const stored: { [Field in (typeof logoFields)[number]]?: string | null } = {}
  for (const name of logoFields) {
    const url = given[name]
    if (url === undefined) continue
    const { baseUrl, now } = { baseUrl: ctx.platform.config.url, now: ctx.now() }
    stored[name] = await storeImage(db, projectId, { ...owner, url, access: 'admin', baseUrl, now })
  }
  if (Object.keys(stored).length === 0) return
  await updateProjectRow(db, projectId, stored)
  const project = await getProjectForUpdate(db, projectId)
  const used = logoFields.map((name) => project[name])
  await deleteUnusedImages(db, projectId, owner, used)
}
