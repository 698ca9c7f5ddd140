import type { connectionRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { OpenContext } from '../../http/context.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { finishFlow } from '../oauth/callback.ts'
import { isOwnFlow } from '../oauth/cookie.ts'
import { assertManagesFound, assertManagesTeam, countCheck } from './access.ts'
import { toConnectionBody } from './body.ts'
import { changeConnection, connectionNotFound, createConnection, removeConnection } from './change.ts'
import { domainOfAddress } from './domains/name.ts'
import { providerIdOf } from './provider-id.ts'
import {
  type ConnectionRow,
  findConnection,
  findConnectionAnywhere,
  findConnectionOfDomain,
  listConnections,
} from './queries.ts'
import { renderOwnMetadata } from './saml-client.ts'
import { isConnectionTest, startConnectionTest } from './test.ts'
import { leadToApp } from './unsolicited.ts'

type Managing = Parameters<Handlers<typeof connectionRoutes>['GET /connections/{connection_id}']>[0]

export const connectionHandlers: Handlers<typeof connectionRoutes> = {
  'GET /connections': async ({ ctx, clientUser, query }) => {
    const { team_id: teamId, cursor } = query
    if (teamId) await assertManagesTeam(ctx, clientUser, teamId)
    const { rows, nextCursor } = await listConnections(ctx.db, ctx.project.id, teamId, cursor)
    const items = rows.map((row) => toConnectionBody(ctx.platform, row))
    return toListBody(items, nextCursor, cursor)
  },

  'POST /connections': async ({ ctx, clientUser, body }) =>
    toConnectionBody(ctx.platform, await createConnection(ctx, clientUser, body)),

  'GET /connections/{connection_id}': async (input) =>
    toConnectionBody(input.ctx.platform, await getManagedConnection(input)),

  'PATCH /connections/{connection_id}': async ({ body, ...input }) => {
    const { ctx, clientUser } = input
    const row = await changeConnection(ctx, clientUser, await getManagedConnection(input), body)
    return toConnectionBody(ctx.platform, row)
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

  'POST /auth/connections/find': async ({ ctx, body }) => {
    const found = await findConnectionOfDomain(ctx.db, ctx.project.id, domainOfAddress(body.email))
    return { connection: found ? { ...found, provider_id: providerIdOf(found.id) } : null }
  },

  'GET /auth/saml/{connection_id}/metadata': async ({ ctx, params }) => {
    const connection = await getSamlConnection(ctx, params.connection_id)
    return renderOwnMetadata(ctx.platform, connection, connection.settings.saml!)
  },

  'POST /auth/saml/{connection_id}/acs': async ({ ctx, params, body }) => {
    const connection = await getSamlConnection(ctx, params.connection_id)
    ctx.trace.projectId = connection.project_id
    const { SAMLResponse = '', RelayState: state = '' } = body
    if (!isOwnFlow(ctx, state) && !isConnectionTest(state)) {
      const redirect = await leadToApp(ctx, connection)
      if (redirect) return redirect
    }
    const parameters = { SAMLResponse, state }
    return finishFlow(ctx, { providerId: providerIdOf(connection.id), isPosted: true, parameters })
  },
}

/** These routes are for anybody: neither providers nor browsers say which project they mean. */
async function getSamlConnection({ db }: OpenContext, id: string): Promise<ConnectionRow> {
  const connection = await findConnectionAnywhere(db, id)
  if (!connection?.settings.saml) throw new PlainError(404, 'There is no such SAML connection.')
  return connection
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
