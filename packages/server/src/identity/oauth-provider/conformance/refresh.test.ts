import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { testServer } from '../../../testing/index.ts'
import { openProvider, postToken, signInTo } from '../../../testing/oauth-provider.ts'

const provider = await openProvider(await testServer())
const registered = await provider.addClient()
const issuer = new URL(provider.issuer)
const options = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init?: object) => provider.fetch(url, init as RequestInit),
}
const client = { client_id: registered.id }
const authentication = oauth.ClientSecretBasic(registered.secret)
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))

async function refresh(token: string, of = client, by = authentication) {
  const response = await oauth.refreshTokenGrantRequest(server, of, by, token, options)
  return oauth.processRefreshTokenResponse(server, of, response)
}

test('a refreshed ID token is of the same user, client and sign-in', async () => {
  const { tokens } = await signInTo(provider, registered, { scope: 'openid offline_access' })
  const before = tokens.claims()!
  const claims = oauth.getValidatedIdTokenClaims(await refresh(tokens.refresh_token!))!
  const same = ['iss', 'sub', 'aud', 'auth_time'] as const
  for (const name of same) expect(claims[name]).toEqual(before[name])
  expect(claims.iat).toBeGreaterThanOrEqual(before.iat)
})

test('a new refresh token replaces the one that was used', async () => {
  const { tokens } = await signInTo(provider, registered, { scope: 'openid offline_access' })
  const first = await refresh(tokens.refresh_token!)
  const second = await refresh(first.refresh_token!)
  expect(new Set([tokens.refresh_token, first.refresh_token, second.refresh_token]).size).toBe(3)
})

test('a refresh token of one client is worth nothing to another', async () => {
  const { tokens } = await signInTo(provider, registered, { scope: 'openid offline_access' })
  const other = await provider.addClient()
  const refused = refresh(tokens.refresh_token!, { client_id: other.id }, oauth.ClientSecretBasic(other.secret))
  await expect(refused).rejects.toMatchObject({ error: 'invalid_grant' })
  expect((await refresh(tokens.refresh_token!)).access_token).toBeTruthy()
})

test('a client that was not granted offline_access gets no refresh token, and one that asks for it needs no prompt', async () => {
  expect((await signInTo(provider, registered)).tokens.refresh_token).toBeUndefined()
  const { tokens } = await signInTo(provider, registered, { scope: 'openid offline_access' })
  expect(tokens.refresh_token).toBeTruthy()
})

test('a refresh for less gives less, and one for more is refused', async () => {
  const { tokens } = await signInTo(provider, registered, { scope: 'openid email offline_access' })
  const ask = (scope: string, refresh_token: string) =>
    postToken(provider, registered, { grant_type: 'refresh_token', refresh_token, scope })
  const less = await ask('openid', tokens.refresh_token!)
  expect(less.body.scope).toBe('openid')
  expect((await ask('openid profile', String(less.body.refresh_token))).body.error).toBe('invalid_scope')
})

test('a revoked refresh token refreshes nothing', async () => {
  const { tokens } = await signInTo(provider, registered, { scope: 'openid offline_access' })
  const response = await oauth.revocationRequest(server, client, authentication, tokens.refresh_token!, options)
  await oauth.processRevocationResponse(response)
  await expect(refresh(tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' })
})
