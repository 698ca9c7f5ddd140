import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { testServer, testUrl } from '../../../testing/index.ts'
import { openProvider } from '../../../testing/oauth-provider.ts'

const provider = await openProvider(await testServer())
const issuer = new URL(provider.issuer)
const path = `/oauth/${provider.project.id}`
const addresses = [
  `${provider.issuer}/.well-known/openid-configuration`,
  `${testUrl}/.well-known/openid-configuration${path}`,
  `${testUrl}/.well-known/oauth-authorization-server${path}`,
]
const customFetch = (url: string, init?: object) => provider.fetch(url, init as RequestInit)

test.each(['oidc', 'oauth2'] as const)('a client discovers the provider as %s', async (algorithm) => {
  const options = { algorithm, [oauth.allowInsecureRequests]: true, [oauth.customFetch]: customFetch }
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
  expect(server.issuer).toBe(provider.issuer)
})

describe.each(addresses)('%s', (address) => {
  test('describes the same provider', async () => {
    const description = await (await provider.fetch(address)).json()
    expect(description).toMatchObject({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      userinfo_endpoint: `${provider.issuer}/userinfo`,
      jwks_uri: `${provider.issuer}/jwks`,
      revocation_endpoint: `${provider.issuer}/revoke`,
      introspection_endpoint: `${provider.issuer}/introspect`,
      end_session_endpoint: `${provider.issuer}/logout`,
      device_authorization_endpoint: `${provider.issuer}/device_authorization`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      subject_types_supported: ['public'],
      request_uri_parameter_supported: false,
    })
    const { token_endpoint_auth_methods_supported: methods, ...lists } = description as Record<string, string[]>
    expect(methods).toEqual(expect.arrayContaining(['none', 'client_secret_basic', 'client_secret_post']))
    expect(lists.id_token_signing_alg_values_supported).toEqual(expect.arrayContaining(['RS256', 'ES256']))
    expect(lists.scopes_supported).toEqual(
      expect.arrayContaining(['openid', 'profile', 'email', 'teams', 'offline_access', 'invoices:read']),
    )
    expect(lists.response_modes_supported).toEqual(expect.arrayContaining(['query', 'form_post']))
  })

  test('may be read by any website, also after asking', async () => {
    const headers = { origin: 'https://inspector.example.com' }
    const response = await provider.fetch(address, { headers })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://inspector.example.com')
    const preflight = { ...headers, 'access-control-request-method': 'GET' }
    expect((await provider.fetch(address, { method: 'OPTIONS', headers: preflight })).status).toBe(204)
  })

  test('takes no address from the request', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example.com',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example.com',
    }
    const description = (await (await provider.fetch(address, { headers })).json()) as { token_endpoint: string }
    expect(description.token_endpoint).toBe(`${provider.issuer}/token`)
  })
})

test('the keys are published without their private parts', async () => {
  const { keys } = (await (await provider.fetch(`${provider.issuer}/jwks`)).json()) as {
    keys: Record<string, unknown>[]
  }
  expect(keys.map(({ alg, use, kty }) => [alg, use, kty]).sort()).toEqual([
    ['ES256', 'sig', 'EC'],
    ['RS256', 'sig', 'RSA'],
  ])
  for (const key of keys) expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['d']))
})

test('any website may use the endpoints of its own public client', async () => {
  const registered = await provider.addClient({ type: 'single_page' })
  const headers = { origin: 'https://spa.example.com' }
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none', client_id: registered.id })
  const response = await provider.fetch(`${provider.issuer}/token`, { method: 'POST', headers, body })
  expect(response.status).toBe(400)
  expect(response.headers.get('access-control-allow-origin')).toBe('https://spa.example.com')
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
})

test('cookies of a provider are sent nowhere else, and not to scripts', async () => {
  const registered = await provider.addClient()
  const url = new URL(`${provider.issuer}/authorize`)
  const parameters = {
    client_id: registered.id,
    response_type: 'code',
    redirect_uri: registered.redirectUri,
    scope: 'openid',
  }
  const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }
  for (const [name, value] of Object.entries({ ...parameters, ...pkce })) url.searchParams.set(name, value)
  const cookies = (await provider.newBrowser().open(url)).headers.getSetCookie()
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) {
    expect(cookie).toContain(provider.project.id)
    expect(cookie.toLowerCase()).toMatch(new RegExp(`path=${path}`))
    expect(cookie.toLowerCase()).toContain('httponly')
    expect(cookie.toLowerCase()).toContain('samesite=lax')
  }
})
