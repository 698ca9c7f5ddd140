import { decodeJwt } from 'jose'
import * as oauth from 'oauth4webapi'
import { allowInsecureFor, toCustomFetch } from './custom-fetch.ts'
import type { ProviderDefinition, ProviderEnvironment, ProviderKeys } from './definition.ts'
import { failure, namingFailures } from './failures.ts'
import { askProfile, cleanProfile } from './profile.ts'
import type { ProviderClient, ProviderRequest, ProviderTokens } from './provider.ts'
import { readTokenResponse } from './token-response.ts'

/** The client for all providers: strict, except where a definition says how its provider differs. */
export function createProviderClient(
  definition: ProviderDefinition,
  keys: ProviderKeys,
  environment: ProviderEnvironment,
): ProviderClient {
  const { title } = definition
  return {
    baseScopes: definition.baseScopes,
    ...(definition.authorizationParameters?.response_mode === 'form_post' && { returnsByPost: true as const }),
    authorizationUrl: (request) =>
      namingFailures(title, async () => {
        const server = await findServer(definition, environment)
        return buildAuthorizationUrl(server, definition, keys, request)
      }),
    exchange: (request, parameters) =>
      namingFailures(title, () => exchange({ definition, keys, environment }, request, parameters)),
    refresh: (refreshToken) => namingFailures(title, () => refresh({ definition, keys, environment }, refreshToken)),
    isAccepted: (accessToken) => namingFailures(title, () => isAccepted(definition, environment, accessToken)),
  }
}

interface Connection {
  definition: ProviderDefinition
  keys: ProviderKeys
  environment: ProviderEnvironment
}

function findServer({ server }: ProviderDefinition, environment: ProviderEnvironment) {
  return typeof server === 'function' ? server(environment) : Promise.resolve(server)
}

async function buildAuthorizationUrl(
  server: oauth.AuthorizationServer,
  definition: ProviderDefinition,
  keys: ProviderKeys,
  request: ProviderRequest,
): Promise<URL> {
  const url = new URL(server.authorization_endpoint!)
  // A discovery document may say anything, and the browser goes there.
  if (!['http:', 'https:'].includes(url.protocol)) {
    throw failure('invalid-answer', definition.title, 'the authorization endpoint is no web address')
  }
  const parameters = {
    client_id: keys.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scopes.join(' '),
    state: request.state,
    ...(definition.refusesPkce
      ? {}
      : {
          code_challenge: await oauth.calculatePKCECodeChallenge(request.codeVerifier),
          code_challenge_method: 'S256',
        }),
    ...(definition.idToken && !definition.idToken.lacksNonce ? { nonce: request.nonce } : {}),
    access_type: 'offline',
    prompt: 'consent',
    ...definition.authorizationParameters,
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url
}

async function exchange(connection: Connection, request: ProviderRequest, parameters: URLSearchParams) {
  const { definition, environment } = connection
  // One deadline for all requests together, because a user is waiting.
  const signal = AbortSignal.timeout(environment.outbound.timeoutMillis)
  const server = await findServer(definition, environment)
  const client = toClient(connection)
  const callback = oauth.validateAuthResponse(server, client, parameters, request.state)
  if (!callback.get('code')) throw failure('invalid-answer', definition.title, 'no code')

  const options = requestOptions(server, environment, signal)
  const verifier = definition.refusesPkce ? oauth.nopkce : request.codeVerifier
  const { redirectUri } = request
  const raw = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticateClient(connection, server),
    callback,
    redirectUri,
    verifier,
    options,
  )
  const { response, body } = await readTokenResponse(raw, definition, 'code')
  const { idToken } = definition
  const signer = { ...server }
  if (idToken?.expectedIssuer && typeof body.id_token === 'string') {
    signer.issuer = await idToken.expectedIssuer(decodeJwt(body.id_token), environment)
  }
  const answer = await oauth.processAuthorizationCodeResponse(
    signer,
    client,
    response,
    idToken && { requireIdToken: true, expectedNonce: idToken.lacksNonce ? oauth.expectNoNonce : request.nonce },
  )
  if (idToken) {
    await oauth.validateApplicationLevelSignature(signer, response, {
      ...options,
      [oauth.jwksCache]: environment.openIdServers.keysOf(server),
    })
  }
  const claims = { ...oauth.getValidatedIdTokenClaims(answer) }
  checkFurtherClaims(claims, connection)

  const { access_token: accessToken } = answer
  const get = askProfile(definition, environment, accessToken, signal)
  const profile = await definition.readProfile({ server, accessToken, claims, parameters, get })
  return { tokens: toTokens(answer, connection), profile: cleanProfile(profile, definition.title) }
}

async function refresh(connection: Connection, refreshToken: string): Promise<ProviderTokens> {
  const { definition, environment } = connection
  const server = await findServer(definition, environment)
  const client = toClient(connection)
  const options = requestOptions(server, environment, AbortSignal.timeout(environment.outbound.timeoutMillis))
  const clientAuthentication = authenticateClient(connection, server)
  const raw = await oauth.refreshTokenGrantRequest(server, client, clientAuthentication, refreshToken, options)
  const { response } = await readTokenResponse(raw, definition, 'refresh')
  const answer = await oauth.processRefreshTokenResponse(server, client, response)
  // If there is no new refresh token, the old one stays valid.
  return toTokens({ refresh_token: refreshToken, ...answer }, connection)
}

async function isAccepted(
  { title, probe }: ProviderDefinition,
  { outbound }: ProviderEnvironment,
  accessToken: string,
): Promise<boolean> {
  if (!probe) return true
  const url = typeof probe.url === 'function' ? probe.url(accessToken) : probe.url
  const { status } = await outbound.fetch(url, {
    headers: { accept: 'application/json', ...probe.headers, authorization: `Bearer ${accessToken}` },
  })
  if (status === 400 || status === 401) return false
  // Providers return 403 and 429 for valid tokens too.
  if (status < 300 || status === 403 || status === 429) return true
  throw failure('unreachable', title, `status ${status}`)
}

function toClient({ keys, environment }: Connection): oauth.Client {
  const skewMillis = environment.now().getTime() - Date.now()
  return {
    client_id: keys.clientId,
    [oauth.clockSkew]: Math.round(skewMillis / 1000),
    [oauth.clockTolerance]: toleranceSeconds,
  }
}

const toleranceSeconds = 30

/** Checks that the library does not do: tokens issued in the future or for another authorized party. */
function checkFurtherClaims(
  { iat, azp }: Record<string, unknown>,
  { definition, keys, environment }: Connection,
): void {
  const latest = environment.now().getTime() / 1000 + toleranceSeconds
  if (iat !== undefined && (iat as number) > latest) {
    throw failure('invalid-answer', definition.title, 'the ID token was issued in the future')
  }
  if (azp !== undefined && azp !== keys.clientId) {
    throw failure('invalid-answer', definition.title, 'the ID token was issued for another client')
  }
}

function authenticateClient({ definition, keys }: Connection, server: oauth.AuthorizationServer): oauth.ClientAuth {
  const { clientAuthentication: way } = definition
  const { clientId, clientSecret } = keys
  if (typeof way === 'function') {
    return async (_server, _client, body) => {
      body.set('client_id', clientId)
      body.set('client_secret', await way())
    }
  }
  if (way === 'form') return oauth.ClientSecretPost(clientSecret)
  if (way === 'basic') {
    return (_server, _client, _body, headers) => {
      headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)
    }
  }
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return ways.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret)
}

function requestOptions(server: oauth.AuthorizationServer, { outbound }: ProviderEnvironment, signal: AbortSignal) {
  return { [oauth.customFetch]: toCustomFetch(outbound), signal, ...allowInsecureFor(server.issuer) }
}

/** Beyond the lifetime of any token, and still a valid date. */
const maxTokenSeconds = 10 * 366 * 24 * 3600

function toTokens(answer: oauth.TokenEndpointResponse, { definition, environment }: Connection): ProviderTokens {
  const { expires_in: told, refresh_token: refreshToken = null } = answer
  const seconds = Math.min(told && told > 0 ? told : (definition.defaultTokenSeconds ?? 3600), maxTokenSeconds)
  return {
    accessToken: answer.access_token,
    expiresAt: new Date(environment.now().getTime() + seconds * 1000),
    refreshToken,
  }
}
