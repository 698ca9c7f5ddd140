import { decodeProtectedHeader, jwtVerify } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { findOAuthClient } from '../oauth-clients/find-client.ts'
import { findAccountIn } from './accounts.ts'
import { findGrant } from './grant-queries.ts'
import { toLibraryGrant } from './grants.ts'
import { issuerOf } from './issuer.ts'
import { deriveEllipticKeys } from './keys.ts'
import { type ProviderRequest, providerRequest } from './provider-request.ts'
import { findResource } from './scopes.ts'
import type { Middleware } from './token-request.ts'

/**
 * Resources verify access tokens by themselves, and may ask in addition: then a grant that has ended counts at once. The
 * library has authenticated the client by the time it refuses tokens that it does not keep. Public clients are refused.
 * Anybody can register a client, so only those of owners are told about tokens of others.
 */
export const introspectJwt: Middleware = async (ctx, next) => {
  await next()
  const { oidc } = ctx as unknown as KoaContextWithOIDC
  const isRefused = (ctx.body as { error?: string } | undefined)?.error === 'unsupported_token_type'
  if (!isRefused || oidc?.route !== 'introspection' || oidc.client?.clientAuthMethod === 'none') return
  ctx.status = 200
  const request = providerRequest()
  const { clientId } = oidc.client!
  const asking = await findOAuthClient(request.ctx.platform, request.ctx.project, clientId)
  const isMeant = (claims: AccessTokenClaims) => asking?.isVerified || claims.client_id === clientId
  ctx.body = (await describeToken(request, String(oidc.params?.token), isMeant)) ?? { active: false }
}

interface AccessTokenClaims {
  sub: string
  client_id: string
  aud?: string
  scope?: string
  grant_id?: string
}

/** Undefined if it is not a valid access token of this project for a resource. */
async function describeToken(
  request: ProviderRequest,
  token: string,
  isMeant: (claims: AccessTokenClaims) => boolean,
): Promise<object | undefined> {
  const { platform, project } = request.ctx
  const { kid } = decodeProtectedHeader(token)
  const key = deriveEllipticKeys(platform, project.id).find((known) => known.kid === kid)
  if (!key) return undefined
  const options = { algorithms: ['ES256'], issuer: issuerOf(platform.config, project.id), typ: 'at+jwt' }
  const verified = await jwtVerify<AccessTokenClaims>(token, key.publicKey, options).catch(() => undefined)
  if (!verified || !isMeant(verified.payload)) return undefined
  const scope = await findScope(request, verified.payload)
  return scope === undefined ? undefined : { ...verified.payload, scope, active: true, token_type: 'Bearer' }
}

/** What the token still allows: nothing more than the settings and the grant, and only as long as those last. */
async function findScope(request: ProviderRequest, claims: AccessTokenClaims): Promise<string | undefined> {
  const { ctx, projectId } = request
  const { scope = '', aud = '', client_id, grant_id, sub } = claims
  const resource = findResource(ctx.project.config.oauthProvider!, aud)
  if (!resource) return undefined
  const db = await request.db()
  const client = await findOAuthClient(ctx.platform, ctx.project, client_id)
  if (!client) return undefined
  const keep = (allowed: Iterable<string>) => {
    const left = new Set(allowed)
    return scope
      .split(' ')
      .filter((name) => left.has(name) && Object.hasOwn(resource.scopes, name))
      .join(' ')
  }
  if (grant_id === undefined) return keep(client.scopes ?? Object.keys(resource.scopes))
  const row = await findGrant(db, projectId, grant_id, ctx.now())
  if (!row || row.user_id !== sub || row.client_id !== client_id) return undefined
  if (!(await findAccountIn(db, ctx, sub))) return undefined
  const { resources = {} } = (await toLibraryGrant(request, row, client.metadata)) as {
    resources?: Record<string, string>
  }
  return keep(resources[aud]?.split(' ') ?? [])
}
