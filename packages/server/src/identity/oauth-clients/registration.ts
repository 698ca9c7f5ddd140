import { randomBytes, randomUUID } from 'node:crypto'
import type { OAuthClientType } from '@latchkey/contract'
import { endGrants } from '../../accounts/oauth-grants/end.ts'
import { hasGrantOfClient } from '../../accounts/oauth-grants/queries.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { AuditAction } from '../../records/audit/actions.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { ClientMetadata } from './client.ts'
import { parseIntroduction, RefusedClient, readGrantTypes, readName, readRedirects, readSigning } from './introduced.ts'
import {
  type ClientRow,
  countSelfRegistered,
  deleteClient,
  findClientForUpdate,
  insertClient,
  insertSecret,
  type Registration,
  updateClient,
} from './queries.ts'
import { createClientSecret } from './secret.ts'

/** How long a client that registered itself may take until it gets its first token. */
const unusedMillis = 7 * 24 * 3600 * 1000

/** Of a project. Anybody may register one. */
const maxRegistered = 10_000

/** Whoever has the token of a registration may read, change and end it. */
interface Access {
  id: string
  token: string
}

/** Registers a client that introduces itself (RFC 7591). Nobody has verified it, so users are always asked. */
export async function registerClient(ctx: Context, issuer: string, given: unknown): Promise<object> {
  const { type, registration } = readRequest(given)
  const now = ctx.now()
  const access = { id: randomUUID(), token: `ocr_${randomBytes(32).toString('base64url')}` }
  const secret = type === 'web' ? createClientSecret() : undefined
  if ((await countSelfRegistered(ctx.db, ctx.project.id, maxRegistered)) >= maxRegistered) throw new TooManyClients()
  await inTransaction(ctx.db, async (trx) => {
    await insertClient(trx, ctx.project.id, {
      id: access.id,
      type,
      ...columnsOf(registration),
      backchannelLogoutUri: null,
      scopes: null,
      skipsConsent: false,
      registered: { registration, token: access.token, expiresAt: new Date(now.getTime() + unusedMillis) },
      now,
    })
    if (secret) await insertSecret(trx, ctx.project.id, { clientId: access.id, secret, now })
    await record(trx, ctx, 'oauth_client.registered', access.id, registration)
  })
  return { ...toBody(issuer, access, registration, now), ...toSecret(secret) }
}

export function readRegistration(ctx: Context, issuer: string, access: Access): Promise<object> {
  return changeRegistered(ctx, access, async (_trx, { registration, created_at }) =>
    toBody(issuer, access, registration, created_at),
  )
}

/** Whether the client has a secret does not change: one that wants a secret later registers again. */
export function updateRegistration(ctx: Context, issuer: string, access: Access, given: unknown): Promise<object> {
  const { type, registration } = readRequest(given)
  return changeRegistered(ctx, access, async (trx, before) => {
    if ((type === 'web') !== (before.type === 'web')) {
      throw new RefusedClient('token_endpoint_auth_method cannot change between none and a secret.')
    }
    const { displayName, redirectUris, postLogoutRedirectUris } = columnsOf(registration)
    const change = {
      display_name: displayName,
      redirect_uris: redirectUris,
      post_logout_redirect_uris: postLogoutRedirectUris,
      registration: JSON.stringify(registration),
    }
    await updateClient(trx, ctx.project.id, access.id, change, ctx.now())
    await record(trx, ctx, 'oauth_client.updated', access.id, registration)
    return toBody(issuer, access, registration, before.created_at)
  })
}

export function endRegistration(ctx: Context, access: Access): Promise<void> {
  return changeRegistered(ctx, access, async (trx, { registration }) => {
    await endGrants(trx, ctx, { clientId: access.id }, 'client_deleted')
    await deleteClient(trx, ctx.project.id, access.id)
    await record(trx, ctx, 'oauth_client.deleted', access.id, registration)
  })
}

/** The token is not of this client, which may not exist. */
export class UnknownRegistration extends Error {
  override name = 'UnknownRegistration'
}

/** The project has as many clients that registered themselves as it may have. */
export class TooManyClients extends Error {
  override name = 'TooManyClients'
}

async function changeRegistered<T>(
  ctx: Context,
  { id, token }: Access,
  change: (trx: Db, row: ClientRow & { registration: Registration }) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx.db, async (trx) => {
    const row = await findClientForUpdate(trx, ctx.project.id, id)
    const isOutdated = row?.expires_at && row.expires_at <= ctx.now()
    const isExpired = isOutdated && !(await hasGrantOfClient(trx, ctx.project.id, id))
    if (!row?.registration_token_hash?.equals(hashToken(token)) || !row.registration || isExpired) {
      throw new UnknownRegistration()
    }
    return change(trx, { ...row, registration: row.registration })
  })
}

const secretMethods = ['client_secret_basic', 'client_secret_post']

/** Without a method the client gets no secret, although the standard has one by default: few of them could keep it. */
function readRequest(given: unknown): { type: OAuthClientType; registration: Registration } {
  const introduction = parseIntroduction(given)
  const method = introduction.token_endpoint_auth_method ?? 'none'
  const hasSecret = secretMethods.includes(method)
  if (!hasSecret && method !== 'none') {
    throw new RefusedClient('token_endpoint_auth_method must be none, client_secret_basic or client_secret_post.')
  }
  const redirects = readRedirects(introduction)
  const isNative = redirects.application_type === 'native'
  const registration = {
    client_name: readName(introduction.client_name, new URL(redirects.redirect_uris[0]!).host || 'An app'),
    ...redirects,
    grant_types: readGrantTypes(introduction),
    response_types: ['code'],
    ...readSigning(introduction),
    token_endpoint_auth_method: method as ClientMetadata['token_endpoint_auth_method'],
  }
  return { type: hasSecret ? 'web' : isNative ? 'native' : 'single_page', registration }
}

function columnsOf({ client_name, redirect_uris, post_logout_redirect_uris }: Registration) {
  return { displayName: client_name, redirectUris: redirect_uris, postLogoutRedirectUris: post_logout_redirect_uris }
}

function toBody(issuer: string, { id, token }: Access, registration: Registration, createdAt: Date): object {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    ...registration,
    registration_access_token: token,
    registration_client_uri: `${issuer}/register/${id}`,
  }
}

const toSecret = (secret: string | undefined) => secret && { client_secret: secret, client_secret_expires_at: 0 }

function record(trx: Db, ctx: Context, action: AuditAction, id: string, { client_name }: Registration): Promise<void> {
  const target = { type: 'oauth_client' as const, id }
  return recordAudit(trx, ctx, { action, target, details: { display_name: client_name } })
}
