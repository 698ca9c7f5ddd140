import { isLoopbackHttp } from '@latchkey/contract'
import type { ClientMetadata, OAuthClient } from './client.ts'
import {
  type Introduction,
  parseIntroduction,
  RefusedClient,
  readGrantTypes,
  readName,
  readRedirects,
  readSigning,
} from './introduced.ts'

const maxUrlLength = 500

/** Whether a client ID is the URL of a metadata document, in the one way of writing it: IDs are compared as texts. */
export function isDocumentUrl(id: string, { allowsLoopback }: { allowsLoopback: boolean }): boolean {
  if (id.length > maxUrlLength || !/^https?:\/\//.test(id) || !URL.canParse(id)) return false
  const url = new URL(id)
  const isSecure = url.protocol === 'https:' || (allowsLoopback && isLoopbackHttp(id))
  const hasUser = url.username !== '' || url.password !== ''
  return isSecure && !hasUser && url.pathname !== '/' && !id.includes('#') && url.href === id
}

/** The client that a document describes. What it does not have to say has defaults; what is not for this server is left out. */
export function readDocument(url: string, text: string, contentType: string | null): OAuthClient {
  if (!/^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i.test(contentType ?? '')) {
    throw new RefusedClient('The metadata document is not served as JSON.')
  }
  const document = parseObject(text)
  if (document.client_id !== url) throw new RefusedClient('The client_id of the metadata document is not its URL.')
  if ('client_secret' in document || 'client_secret_expires_at' in document) {
    throw new RefusedClient('A metadata document must not have a secret.')
  }
  const given = parseIntroduction(document)
  const { host } = new URL(url)
  const displayName = readName(given.client_name, host)
  const metadata: ClientMetadata = {
    client_id: url,
    client_name: displayName,
    ...readRedirects(given),
    grant_types: readGrantTypes(given),
    response_types: ['code'],
    ...readSigning(given),
    ...readAuthentication(given),
  }
  return { id: url, displayName, host, isVerified: false, skipsConsent: false, scopes: null, metadata }
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RefusedClient('The metadata document is not JSON.')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new RefusedClient('The metadata document is not an object.')
}

/** A document is public, so it has keys or nothing. Without a choice of its own, a client with keys uses them. */
function readAuthentication(
  given: Introduction,
): Partial<ClientMetadata> & { token_endpoint_auth_method: 'none' | 'private_key_jwt' } {
  const { token_endpoint_auth_method: one, token_endpoint_auth_methods_supported: several, jwks, jwks_uri } = given
  const hasKeys = jwks !== undefined || jwks_uri !== undefined
  const chosen = one ? [one] : (several ?? ['none'])
  if (chosen.includes('private_key_jwt') && hasKeys) {
    return { token_endpoint_auth_method: 'private_key_jwt', ...readKeys(given) }
  }
  if (chosen.includes('none')) return { token_endpoint_auth_method: 'none' }
  throw new RefusedClient('token_endpoint_auth_method must be none, or private_key_jwt with keys.')
}

function readKeys({ jwks, jwks_uri }: Introduction): Pick<ClientMetadata, 'jwks' | 'jwks_uri'> {
  if (jwks) {
    const isPrivate = jwks.keys.some((key) => 'd' in key || 'k' in key || key.kty === 'oct')
    if (isPrivate) throw new RefusedClient('jwks must only have public keys.')
    return { jwks }
  }
  if (!/^https:\/\/[^\s\\@#]+$/i.test(jwks_uri!) || !URL.canParse(jwks_uri!)) {
    throw new RefusedClient('jwks_uri must be an https URL.')
  }
  return { jwks_uri: jwks_uri! }
}
