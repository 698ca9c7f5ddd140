import type { permissionDefinitionRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { projectCache } from '../../projects/cache.ts'
import { authorOf } from '../../projects/project-config/author.ts'
import type { ConfigChange } from '../../projects/project-config/changes.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { changeConfig, toShownChanges } from '../../projects/project-config/update.ts'
import { type AuditEntry, recordAudit } from '../../records/audit/record.ts'
import {
  type Definition,
  listDefinitions,
  toDefinition,
  toPermissionsPatch,
  withDefinition,
  withoutDefinition,
  withRedefinition,
} from './definitions.ts'
import type { PermissionScope } from './graph.ts'
import { deleteGrantsOf, renameGrants } from './queries.ts'

const team = handlersFor('team')
const project = handlersFor('project')

export const permissionDefinitionHandlers: Handlers<typeof permissionDefinitionRoutes> = {
  'GET /team-permission-definitions': team.list,
  'POST /team-permission-definitions': team.create,
  'PATCH /team-permission-definitions/{id}': team.update,
  'DELETE /team-permission-definitions/{id}': team.remove,
  'GET /project-permission-definitions': project.list,
  'POST /project-permission-definitions': project.create,
  'PATCH /project-permission-definitions/{id}': project.update,
  'DELETE /project-permission-definitions/{id}': project.remove,
}

type TeamHandlers = Handlers<typeof permissionDefinitionRoutes>

/** Both scopes work the same way. */
function handlersFor(scope: PermissionScope): {
  list: TeamHandlers['GET /team-permission-definitions']
  create: TeamHandlers['POST /team-permission-definitions']
  update: TeamHandlers['PATCH /team-permission-definitions/{id}']
  remove: TeamHandlers['DELETE /team-permission-definitions/{id}']
} {
  return {
    list: async ({ ctx }) => ({ items: listDefinitions(ctx.project.config, scope), is_paginated: false }),

    create: ({ ctx, body }) =>
      changeDefinitions(ctx, async (trx) => {
        const { rbac, changes } = await changeRbac(trx, ctx, (config) => withDefinition(config, scope, body))
        // Grants of this id from before it was defined must not take effect.
        await deleteGrantsOf(trx, ctx.project.id, scope, body.id)
        await recordAudit(trx, ctx, toEntry('permission_definition.created', scope, body.id, changes))
        return toDefinition({ rbac }, body.id)
      }),

    update: ({ ctx, params: { id }, body }) =>
      changeDefinitions(ctx, async (trx) => {
        const { rbac, changes } = await changeRbac(trx, ctx, (config) => withRedefinition(config, scope, id, body))
        const newId = body.id ?? id
        if (newId !== id) {
          await deleteGrantsOf(trx, ctx.project.id, scope, newId)
          await renameGrants(trx, ctx.project.id, scope, id, newId)
        }
        await recordAudit(trx, ctx, toEntry('permission_definition.updated', scope, id, changes, { new_id: newId }))
        return toDefinition({ rbac }, newId)
      }),

    remove: ({ ctx, params: { id } }) =>
      changeDefinitions(ctx, async (trx) => {
        const { changes } = await changeRbac(trx, ctx, (config) => withoutDefinition(config, scope, id))
        await deleteGrantsOf(trx, ctx.project.id, scope, id)
        await recordAudit(trx, ctx, toEntry('permission_definition.deleted', scope, id, changes))
        return { success: true }
      }),
  }
}

async function changeDefinitions<T extends Definition | { success: true }>(
  ctx: Context,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  const response = await inTransaction(ctx.db, work)
  projectCache(ctx.platform).forget(ctx.project.id)
  return response
}

type Rbac = ProjectConfig['rbac']

/** Locks the project, so that concurrent changes run one after the other and none is lost. */
async function changeRbac(trx: Db, ctx: Context, change: (config: ProjectConfig) => Rbac) {
  const { secrets } = ctx.platform
  const { config, changes } = await changeConfig(trx, ctx.project.id, secrets, authorOf(ctx), (current) =>
    toPermissionsPatch(change(current)),
  )
  return { rbac: config.rbac, changes }
}

function toEntry(
  action: AuditEntry['action'],
  scope: PermissionScope,
  id: string,
  changes: ConfigChange[],
  details: object = {},
): AuditEntry {
  const target = { type: 'permission_definition' as const, id }
  return { action, target, details: { scope, ...details, changes: toShownChanges(changes) } }
}
