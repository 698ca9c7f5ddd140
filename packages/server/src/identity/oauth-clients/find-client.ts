import { createHash } from 'node:crypto'
import { isLoopbackHttp, isNativeByRedirects, type OAuthClientType } from '@latchkey/contract'
import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { knownScopes } from './body.ts'
import { deviceGrant, type OAuthClient } from './client.ts'
import { findClientOfDocument } from './documents.ts'
import { type FoundClient, findClient } from './queries.ts'

/** Registered, or with a metadata document, whose URL is then its ID. */
export async function findOAuthClient(
  platform: Platform,
  { id: projectId, config }: Project,
  clientId: string,
): Promise<OAuthClient | undefined> {
  if (!clientId.includes('://')) {
    const row =
      clientId.length > maxIdLength ? undefined : await findClient(platform.db, projectId, clientId, platform.now())
    return row && toClient(row, config)
  }
  if (!config.oauthProvider?.allowMetadataDocuments) return undefined
  return findClientOfDocument(platform, projectId, clientId)
}

const maxIdLength = 100

function toClient(row: FoundClient, config: ProjectConfig): OAuthClient {
  const { allowLocalhost } = config.domains
  const isSelfRegistered = row.registration !== null
  const isUsable = (uri: string) => allowLocalhost || isSelfRegistered || row.type === 'native' || !isLoopbackHttp(uri)
  const redirectUris = row.redirect_uris.filter(isUsable)
  const algorithm = row.registration?.id_token_signed_response_alg
  return {
    id: row.id,
    displayName: row.display_name,
    host: null,
    isVerified: !isSelfRegistered,
    skipsConsent: row.skips_consent && !isSelfRegistered,
    scopes: row.scopes,
    metadata: {
      client_id: row.id,
      client_name: row.display_name,
      application_type: row.registration?.application_type ?? typeOf(row.type, redirectUris),
      redirect_uris: redirectUris,
      post_logout_redirect_uris: row.post_logout_redirect_uris.filter(isUsable),
      grant_types: row.registration?.grant_types ?? grantTypes[row.type],
      response_types: redirectUris.length > 0 ? ['code'] : [],
      ...(algorithm && { id_token_signed_response_alg: algorithm }),
      ...authentication(row),
      ...(row.scopes && { scope: limitScopes(row.scopes, config) }),
      ...(row.backchannel_logout_uri && {
        backchannel_logout_uri: row.backchannel_logout_uri,
        backchannel_logout_session_required: true,
      }),
    },
  }
}

/** Without any that is left the client may still ask who signs in: to the library, no scopes would be all of them. */
function limitScopes(scopes: string[], config: ProjectConfig): string {
  const known = knownScopes(config)
  return scopes.filter((scope) => known.has(scope)).join(' ') || 'openid'
}

const typeOf = (type: OAuthClientType, redirectUris: string[]) =>
  type === 'native' || isNativeByRedirects(redirectUris) ? 'native' : 'web'

const grantTypes: Record<OAuthClientType, string[]> = {
  web: ['authorization_code', 'refresh_token'],
  single_page: ['authorization_code', 'refresh_token'],
  native: ['authorization_code', 'refresh_token', deviceGrant],
  machine: ['client_credentials'],
}

/** The library wants some secret, and its copies of the client end with it. */
function authentication({ type, secret_hashes: hashes }: FoundClient) {
  if (type === 'single_page' || type === 'native') return { token_endpoint_auth_method: 'none' as const }
  const fingerprint = createHash('sha256').update('OAuth client secrets')
  for (const hash of hashes) fingerprint.update(hash)
  return { token_endpoint_auth_method: 'client_secret_basic' as const, client_secret: fingerprint.digest('base64url') }
}
