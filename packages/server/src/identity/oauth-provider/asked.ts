import { KnownError } from '@latchkey/contract'
import { decodeJwt } from 'jose'
import type { Context } from '../../http/context.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { OAuthClient } from '../oauth-clients/client.ts'
import { findOAuthClient } from '../oauth-clients/find-client.ts'
import { type GrantedScopes, type KnownGrant, listGrantsOfClient } from './grant-queries.ts'
import { interactionSeconds } from './names.ts'
import { findRecord } from './record-queries.ts'
import { findDefaultScope, type ProviderSettings, readAsked } from './scopes.ts'

/** A request of a client that waits for a user. */
export interface PendingRequest {
  client: OAuthClient
  clientId: string
  settings: ProviderSettings
  params: Record<string, unknown>
  asked: GrantedScopes
  requestedAt: Date
  expiresAt: Date
}

export const requestNotFound = () => new KnownError('OAUTH_REQUEST_NOT_FOUND')

export async function getInteraction(ctx: Context, uid: string): Promise<PendingRequest> {
  const row = await findRecord(ctx.db, ctx.project.id, 'Interaction', hashToken(uid))
  if (!row || row.expires_at <= ctx.now()) throw requestNotFound()
  const { params } = row.payload as { params: Record<string, unknown> }
  return describePending(ctx, {
    params,
    requestedAt: before(row.expires_at, interactionSeconds),
    expiresAt: row.expires_at,
  })
}

/** By the clock of the database, as everything that it is compared with. */
export const before = (time: Date, seconds: number) => new Date(time.getTime() - seconds * 1000)

export async function describePending(
  ctx: Context,
  { params, ...times }: Pick<PendingRequest, 'params' | 'requestedAt' | 'expiresAt'>,
): Promise<PendingRequest> {
  const settings = ctx.project.config.oauthProvider
  const clientId = String(params.client_id)
  const client = settings?.isEnabled ? await findOAuthClient(ctx.platform, ctx.project, clientId) : undefined
  if (!settings || !client) throw requestNotFound()
  const scope = params.scope ?? findDefaultScope(settings, params.resource, client.scopes ?? undefined)
  return { client, clientId, settings, params, asked: readAsked(settings, { ...params, scope }), ...times }
}

/** Of the ID token that the client has sent to say whom it expects. The library has verified it when the request began. */
export function isExpectedUser({ id_token_hint: hint }: PendingRequest['params'], userId: string): boolean {
  return typeof hint !== 'string' || decodeJwt(hint).sub === userId
}

/** What the user has approved before, the grant that covers most of what is asked for first. */
export async function listKnownGrants(ctx: Context, userId: string, { clientId, asked }: PendingRequest) {
  const grants = await listGrantsOfClient(ctx.db, ctx.project.id, { userId, clientId, now: ctx.now() })
  return grants.sort((a, b) => countMissing(asked, a) - countMissing(asked, b))
}

export function countMissing(asked: GrantedScopes, grant: KnownGrant | undefined): number {
  const missing = (wanted: string[], granted: string[] = []) =>
    wanted.filter((scope) => !granted.includes(scope)).length
  const ofResources = Object.entries(asked.resources).map(([uri, scopes]) =>
    missing(scopes, grant?.payload.resources[uri]),
  )
  return ofResources.reduce((sum, count) => sum + count, missing(asked.openid, grant?.payload.openid))
}

/**
 * Programs on a device and clients that introduce themselves could be imitated, so what was approved before does not help.
 * And the question is where users choose another account.
 */
export function asksAlways({ client, params }: Pick<PendingRequest, 'client' | 'params'>): boolean {
  const prompts = String(params.prompt ?? '').split(' ')
  if (prompts.includes('consent') || prompts.includes('select_account')) return true
  if (client.skipsConsent) return false
  return !client.isVerified || client.metadata.application_type === 'native'
}
