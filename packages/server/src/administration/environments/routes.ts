import { type environmentRoutes, KnownError } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findProjectRow, type ProjectRow } from '../../projects/queries.ts'
import { readProject } from '../projects/routes.ts'
import { assertOwnerMay, changeEnvironment } from './change.ts'
import { copySettings } from './copy.ts'
import { createEnvironment } from './create.ts'
import { joinEnvironments } from './join.ts'
import { compareSettings, readStoredSettings } from './settings.ts'

export const environmentHandlers: Handlers<typeof environmentRoutes> = {
  'POST /internal/environments': async ({ ctx, ownerId, body }) => {
    const id = await createEnvironment(ctx, ownerId, body)
    return readProject(ctx, id, ctx.owner?.role)
  },

  'POST /internal/environments/join': async ({ ctx, ownerId, body }) => {
    await joinEnvironments(ctx, ownerId, body)
    return readProject(ctx, ctx.project.id, ctx.owner?.role)
  },

  'PATCH /internal/environments/current': async ({ ctx, ownerId, body }) => {
    await changeEnvironment(ctx, ownerId, body.environment)
    return readProject(ctx, ctx.project.id, ctx.owner?.role)
  },

  'GET /internal/environments/{project_id}/differences': async ({ ctx, ownerId, params }) => {
    const { own, other } = await getEnvironments(ctx.db, ctx, ownerId, params.project_id)
    const { secrets } = ctx.platform
    const { copyable, keptApart } = compareSettings(
      readStoredSettings(own, secrets),
      readStoredSettings(other, secrets),
    )
    const revisions = { revision: own.config_revision, source_revision: other.config_revision }
    return { ...revisions, copyable, kept_apart: keptApart }
  },

  'POST /internal/environments/{project_id}/copy': async ({ ctx, ownerId, params, body }) =>
    copySettings(ctx, body, (trx) => getEnvironments(trx, ctx, ownerId, params.project_id)),
}

/** The project and another environment of the same app, which the owner may see as well. */
async function getEnvironments(db: Db, ctx: Context, ownerId: string, otherId: string) {
  const [own, other] = [await findProjectRow(db, ctx.project.id), await findProjectRow(db, otherId)]
  if (!own || !other || !areTwins(own, other)) throw new KnownError('PROJECT_NOT_FOUND', { project_id: otherId })
  await assertOwnerMay(db, other, ownerId, 'read-setup')
  return { own, other }
}

const areTwins = (a: ProjectRow, b: ProjectRow) =>
  a.id !== b.id &&
  a.environment_group_id !== null &&
  a.environment_group_id === b.environment_group_id &&
  a.owner_team_id === b.owner_team_id
