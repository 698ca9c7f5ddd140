import { hasUuidShape, providerNames, providerScopes } from '@latchkey/contract'
import { z } from 'zod'
import type { ProviderDefinition, ProviderEnvironment, ProviderKeys } from './definition.ts'
import { failure } from './failures.ts'
import { readOpenIdProfile } from './openid.ts'

const title = providerNames.microsoft
const origin = 'https://login.microsoftonline.com'
/** The tenant of all personal accounts. */
const consumersId = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * The tenant is an id, a domain name, or one of `common` (everyone), `organizations` (work and school) and `consumers`
 * (personal). Administrators of a tenant can give their users any address, so addresses count as unverified.
 */
export function microsoft({ microsoftTenantId }: Pick<ProviderKeys, 'microsoftTenantId'>): ProviderDefinition {
  const tenant = (microsoftTenantId || 'common').toLowerCase()
  const base = `${origin}/${encodeURIComponent(tenant)}`
  return {
    title,
    baseScopes: providerScopes.microsoft,
    server: {
      issuer: `${base}/v2.0`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    clientAuthentication: 'form',
    idToken: {
      expectedIssuer: async (claims, environment) =>
        `${origin}/${await findTenantId(tenant, claims, environment)}/v2.0`,
    },
    readProfile: ({ claims }) => ({ ...readOpenIdProfile(claims), isEmailVerified: false }),
    probe: { url: 'https://graph.microsoft.com/oidc/userinfo' },
  }
}

/** Tokens contain the tenant's id. If any tenant is allowed, it is taken from the token itself. */
async function findTenantId(
  tenant: string,
  { tid }: Record<string, unknown>,
  { outbound }: ProviderEnvironment,
): Promise<string> {
  if (hasUuidShape(tenant)) return tenant
  if (tenant === 'consumers') return consumersId
  if (tenant === 'common' || tenant === 'organizations') {
    const isPossible = typeof tid === 'string' && hasUuidShape(tid) && (tenant === 'common' || tid !== consumersId)
    if (!isPossible) throw failure('invalid-answer', title, 'the tenant of the ID token is not allowed')
    return tid
  }
  const response = await outbound.fetch(`${origin}/${encodeURIComponent(tenant)}/v2.0/.well-known/openid-configuration`)
  const { issuer } = z.object({ issuer: z.string() }).parse(await response.json())
  const id = issuer.split('/')[3] ?? ''
  if (!hasUuidShape(id)) throw failure('invalid-answer', title, 'unknown tenant')
  return id
}
