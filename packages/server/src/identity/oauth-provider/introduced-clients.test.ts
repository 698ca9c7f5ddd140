import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as client from 'openid-client'
import { afterAll, expect, test } from 'vitest'
import { OutboundError } from '../../platform/outbound/client.ts'
import { race, separateServer, testServer } from '../../testing/index.ts'
import {
  approveFor,
  atServer,
  openProvider,
  readInteraction,
  signInTo,
  type TestClient,
  type TestProvider,
} from '../../testing/oauth-provider.ts'
import { clientKeysFetcher } from '../oauth-clients/documents.ts'

const redirectUri = 'http://127.0.0.1/callback'
const keys = await generateKeyPair('ES256')
const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'key', alg: 'ES256', use: 'sig' }] }

const website = createServer(({ url = '' }, response) => {
  const proof = url === '/with-keys.json' ? { token_endpoint_auth_method: 'private_key_jwt', jwks } : {}
  const algorithm = url === '/with-keys.json' ? { id_token_signing_alg_values_supported: ['ES256'] } : {}
  const document = {
    client_id: urlOf(url),
    client_name: 'Editor',
    redirect_uris: [redirectUri],
    ...proof,
    ...algorithm,
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
}).listen(0, '127.0.0.1')
afterAll(() => void website.close())

const urlOf = (path: string) => `http://127.0.0.1:${(website.address() as AddressInfo).port}${path}`
const withDocument = (path: string): TestClient => ({ id: urlOf(path), secret: '', redirectUri })

async function register({ issuer, fetch }: TestProvider, more = {}): Promise<TestClient> {
  const body = JSON.stringify({ client_name: 'Editor', redirect_uris: [redirectUri], ...more })
  const headers = { 'content-type': 'application/json' }
  const registered = await (await fetch(`${issuer}/register`, { method: 'POST', headers, body })).json()
  return { id: (registered as { client_id: string }).client_id, secret: '', redirectUri }
}

test.each<[string, (provider: TestProvider) => Promise<TestClient>]>([
  ['registered itself', register],
  ['has a metadata document', async () => withDocument('/client.json')],
])('users are asked each time by a client that %s, and never let in silently', async (_, introduce) => {
  const provider = await openProvider(await testServer(), { 'oauthProvider.allowRegistration': true })
  const introduced = await introduce(provider)
  const { url, browser, user } = await approveFor(provider, introduced, {}, { isPublic: true })
  const params = { interaction_id: readInteraction(await browser.open(url)) }
  const request = await provider.project.call('GET /oauth-provider/interactions/{interaction_id}', { params, user })
  expect(request).toMatchObject({ is_consent_needed: true, client: { is_verified: false } })
  url.searchParams.set('prompt', 'none')
  const back = new URL((await browser.open(url)).headers.get('location')!)
  expect(back.searchParams.get('error')).toBe('consent_required')
})

test.each([
  [{}, 'RS256'],
  [{ id_token_signed_response_alg: 'ES256' }, 'ES256'],
])('a client that registers itself with %j gets ID tokens that are signed so', async (chosen, algorithm) => {
  const provider = await openProvider(await testServer(), { 'oauthProvider.allowRegistration': true })
  const { tokens } = await signInTo(provider, await register(provider, chosen), {}, { isPublic: true })
  expect(decodeProtectedHeader(tokens.id_token!).alg).toBe(algorithm)
})

test('a client proves with the key in its metadata document who it is, and each proof works once', async () => {
  const provider = await openProvider(await testServer())
  const withKeys = withDocument('/with-keys.json')
  const { back, state, verifier } = await approveFor(provider, withKeys, {}, { isPublic: true })
  const config = await client.discovery(
    new URL(provider.issuer),
    withKeys.id,
    undefined,
    client.PrivateKeyJwt({ key: keys.privateKey, kid: 'key' }),
    {
      execute: [client.allowInsecureRequests],
      [client.customFetch]: (url, init) => provider.fetch(url, init as RequestInit),
    },
  )
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  const tokens = await client.authorizationCodeGrant(config, back, checks)
  expect(tokens.claims()!.aud).toBe(withKeys.id)
  // As its document says.
  expect(decodeProtectedHeader(tokens.id_token!).alg).toBe('ES256')

  const proof = await signProof(provider, withKeys)
  const servers = [provider, await atServer(provider, await separateServer({}))]
  const { succeeded } = await race(20, async (index) => {
    return refuseRefresh(servers[index % 2]!, withKeys, proof)
  })
  expect(succeeded.filter((error) => error !== 'invalid_client')).toHaveLength(1)
})

test('keys at an address of their own are read like metadata documents, and a slow server is not waited for', async () => {
  const server = await separateServer({})
  const provider = await openProvider(server)
  const otherWebsite = createServer((_request, response) => {
    const keysElsewhere = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://editor.example.com/jwks' }
    const document = { client_id: withKeys.id, redirect_uris: [redirectUri], ...keysElsewhere }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  }).listen(0, '127.0.0.1')
  await once(otherWebsite, 'listening')
  const { port } = otherWebsite.address() as AddressInfo
  const withKeys: TestClient = { id: `http://127.0.0.1:${port}/client.json`, secret: '', redirectUri }
  const answers = [
    async () => {
      throw new OutboundError('timed-out')
    },
    async () => Response.json(jwks),
  ]
  const asked: string[] = []
  clientKeysFetcher.replace(server.platform, {
    timeoutMillis: 3_000,
    fetch: (url) => {
      asked.push(String(url))
      return answers.shift()!()
    },
    close: async () => {},
  })
  expect(await refuseRefresh(provider, withKeys, await signProof(provider, withKeys, 'one'))).toBe('invalid_client')
  expect(await refuseRefresh(provider, withKeys, await signProof(provider, withKeys, 'two'))).not.toBe('invalid_client')
  expect(new Set(asked)).toEqual(new Set(['https://editor.example.com/jwks']))
  otherWebsite.close()
})

function signProof({ issuer }: TestProvider, { id }: TestClient, jti = 'proof'): Promise<string> {
  return new SignJWT({ jti })
    .setProtectedHeader({ alg: 'ES256', kid: 'key' })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(issuer)
    .setExpirationTime('1 minute')
    .sign(keys.privateKey)
}

/** Why a refresh with a token that does not exist is refused: the proof comes first. */
async function refuseRefresh(provider: TestProvider, { id }: TestClient, proof: string): Promise<string> {
  const body = new URLSearchParams({
    client_id: id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: proof,
    grant_type: 'refresh_token',
    refresh_token: 'none',
  })
  const response = await provider.fetch(`${provider.issuer}/token`, { method: 'POST', body })
  return ((await response.json()) as { error: string }).error
}
