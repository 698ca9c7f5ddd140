import { type AdapterPayload, Provider } from 'oidc-provider'
import { endGrants } from '../../accounts/oauth-grants/end.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { KnownGrant } from './grant-queries.ts'
import { findUnavailableScopes } from './permissions.ts'
import type { ProviderRequest } from './provider-request.ts'

/**
 * As the library knows it, without scopes whose permission the user has no longer, and without those that the client may
 * no longer ask for.
 */
export async function toLibraryGrant(
  request: ProviderRequest,
  grant: KnownGrant,
  client: { scope?: string | undefined } | undefined,
): Promise<AdapterPayload> {
  request.teamId = grant.team_id
  const { openid, resources } = grant.payload
  const asked = [...openid, ...Object.values(resources).flat()]
  const holder = { userId: grant.user_id, teamId: grant.team_id }
  const unavailable = await findUnavailableScopes(await request.db(), request.ctx.project, holder, asked)
  const allowed = client?.scope === undefined ? undefined : new Set(client.scope.split(' '))
  const isLeft = (scope: string) => !unavailable.has(scope) && (allowed?.has(scope) ?? true)
  const join = (scopes: string[]) => scopes.filter(isLeft).join(' ')
  const ofResources = Object.entries(resources).map(([uri, scopes]) => [uri, join(scopes)])
  return {
    kind: 'Grant',
    jti: grant.id,
    accountId: grant.user_id,
    clientId: grant.client_id,
    openid: { scope: join(openid) },
    resources: Object.fromEntries(ofResources),
  }
}

/** A code or a refresh token was used again, or the client has given it back. */
export async function endGrant(request: ProviderRequest, grantId: string): Promise<void> {
  const { ctx } = request
  const reason = Provider.ctx?.oidc.route === 'token' ? 'token_reused' : 'ended_by_client'
  const end = (trx: Db) => endGrants(trx, ctx, { id: grantId }, reason)
  await (request.isTransaction ? end(await request.db()) : inTransaction(ctx.platform.db, end))
}
