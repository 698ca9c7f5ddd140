import { decodeProtectedHeader, jwtVerify } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { findOAuthClient } from '../oauth-clients/find-client.ts'
import { findAccountIn } from './accounts.ts'
import { findGrant } from './grant-queries.ts'
import { toLibraryGrant } from './grants.ts'
import { issuerOf } from './issuer.ts'
import { deriveEllipticKeys } from './keys.ts'
import { type ProviderRequest, providerRequest } from './provider-request.ts'
import type { Middleware } from './token-request.ts'

/**
 * Resources verify access tokens by themselves, and may ask in addition: then a grant that has ended counts at once. The
 * library has authenticated the client by the time it refuses tokens that it does not keep. Public clients are refused.
 */
export const introspectJwt: Middleware = async (ctx, next) => {
  await next()
  const { oidc } = ctx as unknown as KoaContextWithOIDC
  const isRefused = (ctx.body as { error?: string } | undefined)?.error === 'unsupported_token_type'
  if (!isRefused || oidc?.route !== 'introspection' || oidc.client?.clientAuthMethod === 'none') return
  ctx.status = 200
  ctx.body = (await describeToken(providerRequest(), String(oidc.params?.token))) ?? { active: false }
}

interface AccessTokenClaims {
  sub: string
  client_id: string
  scope?: string
  grant_id?: string
}

/** Undefined if it is not a valid access token of this project for a resource. */
async function describeToken(request: ProviderRequest, token: string): Promise<object | undefined> {
  const { platform, project } = request.ctx
  const { kid } = decodeProtectedHeader(token)
  const key = deriveEllipticKeys(platform, project.id).find((known) => known.kid === kid)
  if (!key) return undefined
  const options = { algorithms: ['ES256'], issuer: issuerOf(platform.config, project.id), typ: 'at+jwt' }
  const verified = await jwtVerify<AccessTokenClaims>(token, key.publicKey, options).catch(() => undefined)
  if (!verified) return undefined
  const scope = await findScope(request, verified.payload)
  return scope === undefined ? undefined : { ...verified.payload, scope, active: true, token_type: 'Bearer' }
}

/** What the token still allows: nothing more than the grant, and only as long as it lasts. */
async function findScope(request: ProviderRequest, claims: AccessTokenClaims): Promise<string | undefined> {
  const { ctx, projectId } = request
  const { scope = '', client_id, grant_id, sub } = claims
  const db = await request.db()
  const client = await findOAuthClient(ctx.platform, ctx.project, client_id)
  if (!client) return undefined
  if (grant_id === undefined) return scope
  const row = await findGrant(db, projectId, grant_id, ctx.now())
  if (!row || row.user_id !== sub || row.client_id !== client_id) return undefined
  if (!(await findAccountIn(db, ctx, sub))) return undefined
  const { resources = {} } = (await toLibraryGrant(request, row, client.metadata)) as {
    resources?: Record<string, string>
  }
  const left = new Set(Object.values(resources).flatMap((scopes) => scopes.split(' ')))
  return scope
    .split(' ')
    .filter((name) => left.has(name))
    .join(' ')
}
