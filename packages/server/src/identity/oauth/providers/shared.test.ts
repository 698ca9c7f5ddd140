import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SharedOAuth } from '../../../platform/config.ts'
import { createOutboundClient, type OutboundClient } from '../../../platform/outbound/client.ts'
import { projectCache } from '../../../projects/cache.ts'
import { createTestProject, separateServer } from '../../../testing/index.ts'
import { newProviderRequest } from '../../../testing/oauth-attempt.ts'
import { type OidcServer, oidcClientSecret, openOidcServer, type ProviderPerson } from '../../../testing/oidc-server.ts'
import { findProviderClient, isSharedProvider } from './index.ts'

let idp: OidcServer
beforeAll(async () => {
  idp = await openOidcServer()
})
afterAll(() => idp.close())

async function findShared(
  provider: string,
  options: { sharedOAuth?: SharedOAuth; isProduction?: boolean; outbound?: OutboundClient } = {},
) {
  const { outbound, ...config } = options
  const server = await separateServer({ config, ...(outbound ? { outbound } : {}) })
  const { id } = await createTestProject(server, {
    'auth.oauth.providers': { [provider]: { type: provider, isShared: true, allowSignIn: true } },
  })
  const project = (await projectCache(server.platform).find(id))!
  expect(isSharedProvider(project, provider)).toBe(true)
  expect(isSharedProvider(project, 'toString')).toBe(false)
  return findProviderClient(server.platform, project, provider)
}

function standIn(url = idp.url): SharedOAuth {
  return { keys: {}, issuer: { url, clientSecret: oidcClientSecret } }
}

async function signIn(person: ProviderPerson, outbound?: OutboundClient) {
  const client = (await findShared('google', { sharedOAuth: standIn(), ...(outbound ? { outbound } : {}) }))!
  const request = newProviderRequest(client)
  const url = await client.authorizationUrl(request)
  const { searchParams } = await idp.signIn(url.href, person)
  return client.exchange(request, searchParams)
}

test('another issuer stands in for every shared provider, which it knows by its id', async () => {
  for (const provider of ['google', 'github', 'microsoft', 'spotify']) {
    const client = (await findShared(provider, { sharedOAuth: standIn() }))!
    const url = await client.authorizationUrl(newProviderRequest(client))
    expect(url.origin).toBe(idp.url)
    expect(url.searchParams.get('client_id')).toBe(provider)
    expect(client.baseScopes).toEqual(['openid', 'email', 'profile'])
  }
})

test('its claims become the profile', async () => {
  const picture = 'https://example.com/ada.png'
  const person = { sub: '42', email: 'Ada@Example.com', email_verified: true, name: 'Ada', picture }
  expect((await signIn(person)).profile).toEqual({
    accountId: '42',
    displayName: 'Ada',
    email: 'ada@example.com',
    isEmailVerified: true,
    imageUrl: picture,
  })
})

test('its subject is the address if it is one and no other is given', async () => {
  const { profile } = await signIn({ sub: 'ada@example.com' })
  expect(profile).toMatchObject({ accountId: 'ada@example.com', email: 'ada@example.com', isEmailVerified: false })
  expect((await signIn({ sub: 'ada' })).profile.email).toBeNull()
  expect((await signIn({ sub: 'ada@example.com', email: 'a@example.com' })).profile.email).toBe('a@example.com')
})

test.each([false, 'true', 1, null, undefined])('an address with email_verified %j is not verified', async (value) => {
  const { profile } = await signIn({ sub: '42', email: 'ada@example.com', email_verified: value })
  expect(profile).toMatchObject({ email: 'ada@example.com', isEmailVerified: false })
})

test('an address is verified only by the source that names it', async () => {
  const [own, other] = ['ada@example.com', 'victim@example.com']
  const profileOf = async (idToken: object, userInfo: object) => {
    idp.userInfo = { sub: '42', ...userInfo }
    try {
      return (await signIn({ sub: '42', ...idToken })).profile
    } finally {
      idp.userInfo = undefined
    }
  }
  const verified = { email_verified: true }
  const own42 = { email: own, ...verified }
  expect(await profileOf(own42, { email: other })).toMatchObject({ email: own, isEmailVerified: true })
  expect(await profileOf(verified, { email: other })).toMatchObject({ email: other, isEmailVerified: false })
  expect(await profileOf({ email: other }, verified)).toMatchObject({ email: other, isEmailVerified: false })
  expect(await profileOf({ email: other }, own42)).toMatchObject({ email: own, isEmailVerified: true })
  expect(await profileOf({ email: own, email_verified: false }, verified)).toMatchObject({ isEmailVerified: false })
})

test('a subject that looks like an address is not verified by a claim about another', async () => {
  const { profile } = await signIn({ sub: 'ada@example.com', email_verified: true })
  expect(profile).toMatchObject({ email: 'ada@example.com', isEmailVerified: false })
})

test('given keys lead to the provider itself, unless another issuer stands in', async () => {
  const keys = { github: { clientId: 'shared id', clientSecret: 'shared secret' } }
  const client = (await findShared('github', { sharedOAuth: { keys }, isProduction: true }))!
  const url = await client.authorizationUrl(newProviderRequest(client))
  expect(url.origin).toBe('https://github.com')
  expect(url.searchParams.get('client_id')).toBe('shared id')

  const instead = (await findShared('github', { sharedOAuth: { ...standIn(), keys } }))!
  expect((await instead.authorizationUrl(newProviderRequest(instead))).origin).toBe(idp.url)
})

test('production offers no shared provider without keys', async () => {
  expect(await findShared('google', { isProduction: true })).toBeUndefined()
  expect(await findShared('google')).toBeDefined()
})

test.each(['facebook', 'discord', 'apple'])('%s cannot be shared', async (provider) => {
  expect(await findShared(provider, { sharedOAuth: standIn() })).toBeUndefined()
})

// ASVS 10.5.3
test('an issuer that describes itself as another one is not believed', async () => {
  const pretender = await openOidcServer({ issuer: 'https://accounts.google.com' })
  try {
    const client = (await findShared('google', { sharedOAuth: standIn(pretender.url) }))!
    await expect(client.authorizationUrl(newProviderRequest(client))).rejects.toMatchObject({
      failure: 'invalid-answer',
    })
  } finally {
    await pretender.close()
  }
})

test('a response of the browser under another issuer, or under none, is not believed', async () => {
  const client = (await findShared('google', { sharedOAuth: standIn() }))!
  for (const iss of ['https://accounts.google.com', undefined]) {
    const request = newProviderRequest(client)
    const { searchParams } = await idp.signIn((await client.authorizationUrl(request)).href, { sub: '42' })
    if (iss) searchParams.set('iss', iss)
    else searchParams.delete('iss')
    await expect(client.exchange(request, searchParams)).rejects.toMatchObject({ failure: 'invalid-answer' })
  }
})

/** Someone on the way, or the issuer itself, changes what it answers. */
function changing(path: string, change: (body: Record<string, unknown>) => unknown): OutboundClient {
  const real = createOutboundClient({ allowsPrivateAddresses: true })
  return {
    ...real,
    async fetch(url, init) {
      const response = await real.fetch(url, init)
      return new URL(url).pathname === path ? Response.json(await change(await response.json())) : response
    },
  }
}

test('user info about someone else signs nobody in', async () => {
  const outbound = changing('/userinfo', (body) => ({ ...body, sub: 'victim' }))
  await expect(signIn({ sub: '42' }, outbound)).rejects.toMatchObject({ failure: 'invalid-answer' })
})

// ASVS 9.1.2
test('an issuer cannot allow itself tokens that the client secret signs', async () => {
  const secret = new TextEncoder().encode(oidcClientSecret)
  const describing = changing('/.well-known/openid-configuration', (body) => ({
    ...body,
    id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'],
  }))
  const forging = changing('/token', async (body) => {
    const claims = decodeJwt(body.id_token as string)
    return { ...body, id_token: await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret) }
  })
  const outbound: OutboundClient = {
    ...describing,
    fetch: (url, init) => (new URL(url).pathname === '/token' ? forging : describing).fetch(url, init),
  }
  await expect(signIn({ sub: '42' }, outbound)).rejects.toMatchObject({ failure: 'invalid-answer' })
})

test('an issuer that cannot be reached is reported', async () => {
  const client = (await findShared('google', { sharedOAuth: standIn('http://127.0.0.1:9') }))!
  await expect(client.authorizationUrl(newProviderRequest(client))).rejects.toMatchObject({ failure: 'unreachable' })
})
