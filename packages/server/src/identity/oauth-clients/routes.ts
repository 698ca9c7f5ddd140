import { randomUUID } from 'node:crypto'
import { KnownError, maxOAuthClients, maxSecretOverlapDays, type oauthClientRoutes } from '@latchkey/contract'
import { endGrants } from '../../accounts/oauth-grants/end.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { projectCache } from '../../projects/cache.ts'
import { listFieldChanges } from '../../projects/project-config/changes.ts'
import { getProjectForUpdate } from '../../projects/queries.ts'
import { settleFields } from '../../projects/revisions/save-fields.ts'
import type { AuditAction } from '../../records/audit/actions.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { assertClientFits } from './body.ts'
import { type ListedClient, readClient, searchClients } from './list-queries.ts'
import {
  type ClientRow,
  countClients,
  deleteClient,
  deleteSecret,
  findClientForUpdate,
  insertClient,
  insertSecret,
  replaceSecrets,
  updateClient,
} from './queries.ts'
import { createClientSecret, hasSecrets } from './secret.ts'

const defaultPageSize = 50
const dayMillis = 24 * 3600 * 1000

export const oauthClientHandlers: Handlers<typeof oauthClientRoutes> = {
  'GET /oauth-clients': async ({ ctx, query: { query = '', limit = defaultPageSize, cursor } }) => {
    const search = { query, limit, cursor, now: ctx.now() }
    const { rows, nextCursor } = await searchClients(ctx.db, ctx.project.id, search)
    return { items: rows, is_paginated: true, pagination: { next_cursor: nextCursor } }
  },

  'POST /oauth-clients': async ({ ctx, body }) => {
    const { type, redirect_uris = [], post_logout_redirect_uris = [], scopes = null } = body
    assertClientFits(ctx, type, { ...body, redirect_uris })
    const id = randomUUID()
    const now = ctx.now()
    const secret = hasSecrets(type) ? createClientSecret() : null
    await inTransaction(ctx.db, async (trx) => {
      await assertRoom(trx, ctx)
      await insertClient(trx, ctx.project.id, {
        id,
        type,
        displayName: body.display_name,
        redirectUris: redirect_uris,
        postLogoutRedirectUris: post_logout_redirect_uris,
        backchannelLogoutUri: body.backchannel_logout_uri ?? null,
        scopes,
        skipsConsent: body.skips_consent ?? false,
        now,
      })
      if (secret) await insertSecret(trx, ctx.project.id, { clientId: id, secret, now })
      await record(trx, ctx, 'oauth_client.created', { id, display_name: body.display_name }, { type })
    })
    return { ...(await getClient(ctx, id)), client_secret: secret }
  },

  'GET /oauth-clients/{id}': ({ ctx, params }) => getClient(ctx, params.id),

  'PATCH /oauth-clients/{id}': async ({ ctx, params, body }) => {
    await changeClient(ctx, params.id, async (trx, before) => {
      assertClientFits(ctx, before.type, body)
      if (body.skips_consent && before.registration !== null) {
        throw new PlainError(400, 'A client that registered itself always has to ask users for consent.')
      }
      const current = Object.fromEntries(fields.map((field) => [field, before[field]]))
      const save = { subject: `oauth_client:${before.id}` as const, current, change: onlyGiven(body) }
      const { change } = await settleFields(trx, ctx, { ...save, name: before.display_name })
      const changes = listFieldChanges(before, { ...before, ...change }, fields)
      if (changes.length === 0) return
      await updateClient(trx, ctx.project.id, params.id, change, ctx.now())
      await record(trx, ctx, 'oauth_client.updated', before, { changes })
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return getClient(ctx, params.id)
  },

  'DELETE /oauth-clients/{id}': async ({ ctx, params }) => {
    await changeClient(ctx, params.id, async (trx, before) => {
      await endGrants(trx, ctx, { clientId: params.id }, 'client_deleted')
      await deleteClient(trx, ctx.project.id, params.id)
      await record(trx, ctx, 'oauth_client.deleted', before)
    })
    return { success: true }
  },

  'POST /oauth-clients/{id}/rotate-secret': async ({ ctx, params, body: { old_secret_expires_at_millis: until } }) => {
    if (until > ctx.now().getTime() + maxSecretOverlapDays * dayMillis) {
      const message = `body.old_secret_expires_at_millis must be at most ${maxSecretOverlapDays} days from now`
      throw new KnownError('SCHEMA_ERROR', { message })
    }
    const secret = createClientSecret()
    await changeClient(ctx, params.id, async (trx, before) => {
      if (!hasSecrets(before.type)) throw new PlainError(400, 'This type of client has no secret.')
      await replaceSecrets(trx, ctx.project.id, params.id, new Date(until))
      await insertSecret(trx, ctx.project.id, { clientId: params.id, secret, now: ctx.now() })
      await record(trx, ctx, 'oauth_client.secret_rotated', before, { old_secret_expires_at_millis: until })
    })
    return { ...(await getClient(ctx, params.id)), client_secret: secret }
  },

  'DELETE /oauth-clients/{id}/secrets/{secret_id}': async ({ ctx, params }) => {
    await changeClient(ctx, params.id, async (trx, before) => {
      const ending = await deleteSecret(trx, ctx.project.id, params.id, params.secret_id)
      if (ending === undefined) throw new PlainError(404, 'There is no such secret.')
      await record(trx, ctx, 'oauth_client.secret_ended', before, { ending })
    })
    return getClient(ctx, params.id)
  },
}

const fields = [
  'display_name',
  'redirect_uris',
  'post_logout_redirect_uris',
  'backchannel_logout_uri',
  'scopes',
  'skips_consent',
] as const

const onlyGiven = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Serialized, so that concurrent requests are all counted. */
async function assertRoom(trx: Db, ctx: Context): Promise<void> {
  await getProjectForUpdate(trx, ctx.project.id)
  if ((await countClients(trx, ctx.project.id)) < maxOAuthClients) return
  throw new PlainError(400, `A project can have at most ${maxOAuthClients} OAuth clients.`)
}

async function getClient(ctx: Context, id: string): Promise<ListedClient> {
  const client = await readClient(ctx.db, ctx.project.id, id, ctx.now())
  if (!client) throw notFound()
  return client
}

async function changeClient(
  ctx: Context,
  id: string,
  change: (trx: Db, before: ClientRow) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const before = await findClientForUpdate(trx, ctx.project.id, id)
    if (!before) throw notFound()
    await change(trx, before)
  })
}

const notFound = () => new KnownError('OAUTH_CLIENT_NOT_FOUND')

function record(
  trx: Db,
  ctx: Context,
  action: AuditAction,
  { id, display_name }: { id: string; display_name: string },
  details: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(trx, ctx, { action, target: { type: 'oauth_client', id }, details: { display_name, ...details } })
}
