import type { connectionRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { assertManagesFound, assertManagesTeam, countCheck } from './access.ts'
import { toConnectionBody } from './body.ts'
import { changeConnection, connectionNotFound, createConnection, removeConnection } from './change.ts'
import { type ConnectionRow, findConnection, listConnections } from './queries.ts'
import { startConnectionTest } from './test.ts'

type Managing = Parameters<Handlers<typeof connectionRoutes>['GET /connections/{connection_id}']>[0]

export const connectionHandlers: Handlers<typeof connectionRoutes> = {
  'GET /connections': async ({ ctx, clientUser, query }) => {
    const { team_id: teamId, cursor } = query
    if (teamId) await assertManagesTeam(ctx, clientUser, teamId)
    const { rows, nextCursor } = await listConnections(ctx.db, ctx.project.id, teamId, cursor)
    const items = rows.map((row) => toConnectionBody(ctx.platform, row, ctx.project.config_revision))
    return toListBody(items, nextCursor, cursor)
  },

  'POST /connections': async ({ ctx, clientUser, body }) =>
    toConnectionBody(ctx.platform, await createConnection(ctx, clientUser, body), ctx.project.config_revision),

  'GET /connections/{connection_id}': async (input) => {
    const { platform, project } = input.ctx
    return toConnectionBody(platform, await getManagedConnection(input), project.config_revision)
  },

  'PATCH /connections/{connection_id}': async ({ body, ...input }) => {
    const { ctx, clientUser } = input
    const { row, revision } = await changeConnection(ctx, clientUser, await getManagedConnection(input), body)
    return toConnectionBody(ctx.platform, row, revision)
  },

  'DELETE /connections/{connection_id}': async (input) => {
    await removeConnection(input.ctx, await getManagedConnection(input))
    return { success: true }
  },

  'POST /connections/{connection_id}/test': async (input) => {
    const connection = await getManagedConnection(input)
    await countCheck(input.ctx, connection.team_id)
    return startConnectionTest(input.ctx, connection)
  },
}

async function getManagedConnection({
  ctx,
  clientUser,
  params,
}: Pick<Managing, 'ctx' | 'clientUser' | 'params'>): Promise<ConnectionRow> {
  const row = await findConnection(ctx.db, ctx.project.id, params.connection_id)
  if (!row) throw connectionNotFound()
  await assertManagesFound(ctx, clientUser, row.team_id, connectionNotFound)
  return row
}
