/** What a resource answers instead of serving a request, for `Response` and for Node alike. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | null
}

/** Clients in browsers have to read which authorization server to go to. */
const readableEverywhere = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate',
}

/** The protected-resource metadata of RFC 9728, which every client may read. */
export function describeResource(method: string, metadata: object): Answer {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': '*',
  }
  if (method === 'OPTIONS') return { status: 204, headers, body: null }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { ...headers, allow: 'GET' }, body: null }
  const body = method === 'GET' ? JSON.stringify(metadata) : null
  const more = { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' }
  return { status: 200, headers: { ...headers, ...more }, body }
}

/** Nobody is signed in: there is no token, or it is not valid here. */
export function refuseUnauthorized(metadataUrl: string, hasToken: boolean, scopes: readonly string[]): Answer {
  const error: [code: string, description: string] | undefined = hasToken
    ? ['invalid_token', 'The access token is not valid here, or has expired.']
    : undefined
  return refuse(401, error, scopes, metadataUrl)
}

export function refuseForbidden(metadataUrl: string, scopes: readonly string[]): Answer {
  return refuse(403, ['insufficient_scope', 'The access token lacks a scope.'], scopes, metadataUrl)
}

/** Not 401, which would make clients discard a token that is probably valid. */
export function refuseUnavailable(): Answer {
  const headers = { ...readableEverywhere, 'content-type': 'application/json', 'retry-after': '5' }
  const error_description = 'Access tokens cannot be verified right now. Please try again in a moment.'
  return { status: 503, headers, body: JSON.stringify({ error: 'temporarily_unavailable', error_description }) }
}

/** As in RFC 6750, which gives no error to those who did not try to sign in. */
function refuse(
  status: number,
  error: [code: string, description: string] | undefined,
  scopes: readonly string[],
  metadataUrl: string,
): Answer {
  const parts = [
    error && `error="${error[0]}", error_description="${error[1]}"`,
    scopes.length > 0 && `scope="${scopes.join(' ')}"`,
    `resource_metadata="${metadataUrl}"`,
  ]
  const headers = {
    ...readableEverywhere,
    'www-authenticate': `Bearer ${parts.filter(Boolean).join(', ')}`,
    'content-type': 'application/json',
    'cache-control': 'no-store',
  }
  const [code, description] = error ?? ['unauthorized', 'This resource needs an access token.']
  return { status, headers, body: JSON.stringify({ error: code, error_description: description }) }
}
