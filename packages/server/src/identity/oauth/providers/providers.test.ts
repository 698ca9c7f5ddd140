import { createHash } from 'node:crypto'
import { providerTypes } from '@latchkey/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeClient } from '../../../testing/fake-provider-shapes.ts'
import { type FakeProviders, openFakeProviders } from '../../../testing/fake-providers.ts'
import { separateServer, type TestServer } from '../../../testing/index.ts'
import { connectProvider, newProviderRequest, type Provider, signInAt } from '../../../testing/oauth-attempt.ts'
import type { ProviderClient } from './provider.ts'

let fakes: FakeProviders
let server: TestServer
const ada = { id: '583231', name: 'Ada Lovelace', email: 'ada@example.com', isEmailVerified: true }

beforeAll(async () => {
  fakes = await openFakeProviders()
  server = await separateServer({ outbound: fakes.outbound })
})
beforeEach(() => {
  Object.assign(fakes.person, ada)
  fakes.misbehaviour.answer = {}
})
afterAll(() => fakes.close())

const connect = (provider: Provider, settings?: Record<string, unknown>) => connectProvider(server, provider, settings)
const signIn = (client: ProviderClient) => signInAt(fakes, client)

/** What each provider's profile becomes, and how long its tokens live. */
const expected: Record<Provider, { profile: object; hours: number; refreshes: boolean }> = {
  google: { profile: { imageUrl: 'https://lh3.googleusercontent.com/a/ada=s96-c' }, hours: 1, refreshes: true },
  github: {
    profile: { imageUrl: 'https://avatars.githubusercontent.com/u/583231?v=4' },
    hours: 8,
    refreshes: false,
  },
  microsoft: { profile: { isEmailVerified: false, imageUrl: null }, hours: 1, refreshes: true },
  spotify: {
    profile: { isEmailVerified: false, imageUrl: 'https://i.scdn.co/image/ada300' },
    hours: 1,
    refreshes: true,
  },
  facebook: {
    profile: { isEmailVerified: false, imageUrl: 'https://platform-lookaside.fbsbx.com/ada' },
    hours: 24 * 60,
    refreshes: false,
  },
  discord: {
    profile: { imageUrl: 'https://cdn.discordapp.com/avatars/583231/a_8342729096ea3675442027381ff50dfe.gif' },
    hours: 24 * 7,
    refreshes: true,
  },
  gitlab: {
    profile: { imageUrl: 'https://gitlab.com/uploads/-/system/user/avatar/583231/avatar.png' },
    hours: 2,
    refreshes: true,
  },
  bitbucket: { profile: { imageUrl: 'https://bitbucket.org/account/ada/avatar/' }, hours: 2, refreshes: true },
  linkedin: {
    profile: { imageUrl: 'https://media.licdn.com/dms/image/ada/profile-displayphoto' },
    hours: 24 * 60,
    refreshes: false,
  },
  apple: { profile: { imageUrl: null }, hours: 1, refreshes: true },
  x: {
    profile: {
      email: null,
      isEmailVerified: false,
      imageUrl: 'https://pbs.twimg.com/profile_images/1/ada_normal.jpg',
    },
    hours: 2,
    refreshes: true,
  },
  twitch: {
    profile: { imageUrl: 'https://static-cdn.jtvnw.net/jtv_user_pictures/ada-profile_image-300x300.png' },
    hours: 4,
    refreshes: true,
  },
}

/** Each of these is needed for something in the profile, or for tokens that can be renewed. */
const usedScopes: Record<Provider, string> = {
  google: 'openid email profile',
  github: 'user:email',
  microsoft: 'openid email profile offline_access',
  spotify: 'user-read-email',
  facebook: 'public_profile email',
  discord: 'identify email',
  gitlab: 'read_user',
  bitbucket: 'account email',
  linkedin: 'openid email profile',
  apple: 'name email',
  x: 'users.read tweet.read offline.access',
  twitch: 'openid user:read:email',
}

describe.each(providerTypes)('%s', (provider) => {
  test('signs in and gives a profile and tokens', async () => {
    const client = await connect(provider)
    const { profile, tokens } = await signIn(client)
    expect(profile).toEqual({
      accountId: '583231',
      displayName: 'Ada Lovelace',
      email: 'ada@example.com',
      isEmailVerified: true,
      ...expected[provider].profile,
    })
    expect(tokens!.accessToken).toMatch(/^access-/)
    const hours = (tokens!.expiresAt.getTime() - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(expected[provider].hours)
    expect(tokens!.refreshToken !== null).toBe(expected[provider].refreshes)
  })

  test('requests no scope that is not used', async () => {
    const { baseScopes } = await connect(provider)
    expect(baseScopes.join(' ')).toBe(usedScopes[provider])
  })

  test('sends the browser there with everything the contract names', async () => {
    const client = await connect(provider)
    const request = newProviderRequest(client, ['extra'])
    const url = await client.authorizationUrl(request)
    const challenge = createHash('sha256').update(request.codeVerifier).digest('base64url')
    const query = Object.fromEntries(url.searchParams)
    expect(url.protocol).toBe('https:')
    expect(query).toMatchObject({
      client_id: fakeClient.id,
      redirect_uri: request.redirectUri,
      response_type: 'code',
      scope: [...client.baseScopes, 'extra'].join(' '),
      state: request.state,
      access_type: 'offline',
      prompt: 'consent',
    })
    expect(query.code_challenge).toBe(provider === 'linkedin' ? undefined : challenge)
    expect(query.code_challenge_method).toBe(provider === 'linkedin' ? undefined : 'S256')
  })

  test('does not treat an unverified address as verified', async () => {
    fakes.person.isEmailVerified = false
    const { profile } = await signIn(await connect(provider))
    // Twitch hands out verified addresses only.
    expect(profile.isEmailVerified).toBe(provider === 'twitch')
  })

  test('does not take a code twice', async () => {
    const client = await connect(provider)
    const { request, parameters } = await signIn(client)
    await expect(client.exchange(request, parameters)).rejects.toMatchObject({ failure: 'bad-grant' })
  })

  test('does not take a wrong client secret', async () => {
    const client = await connect(provider, { clientSecret: 'another secret' })
    await expect(signIn(client)).rejects.toMatchObject({ failure: 'bad-client-credentials' })
  })

  // ASVS 10.2.1
  test('does not take a code that belongs to another attempt', async () => {
    const client = await connect(provider)
    const mine = newProviderRequest(client)
    const theirs = newProviderRequest(client)
    const { parameters } = await fakes.visit(await client.authorizationUrl(theirs))
    await expect(client.exchange(mine, parameters)).rejects.toMatchObject({ failure: 'invalid-answer' })
    parameters.set('state', mine.state)
    if (provider === 'linkedin') return
    await expect(client.exchange(mine, parameters)).rejects.toMatchObject({ failure: 'bad-grant' })
  })

  test.each(['access_denied', 'consent_required'])('says so when someone declines with %s', async (error) => {
    const client = await connect(provider)
    const request = newProviderRequest(client)
    const description = '<img src=x onerror=alert(1)> ünïcödé'
    const parameters = new URLSearchParams({ error, error_description: description, state: request.state })
    const refused = await client.exchange(request, parameters).catch((failure: unknown) => failure)
    expect(refused).toMatchObject({ failure: 'access-denied' })
    expect((refused as Error).message).not.toContain('<img')
  })

  // ASVS 10.2.2
  test('is not believed under the name of another issuer', async () => {
    const client = await connect(provider)
    const request = newProviderRequest(client)
    const { parameters } = await fakes.visit(await client.authorizationUrl(request))
    parameters.set('iss', 'https://attacker.example.com')
    await expect(client.exchange(request, parameters)).rejects.toMatchObject({ failure: 'invalid-answer' })
  })

  test('tells whether a token is still good', async () => {
    const client = await connect(provider)
    const { tokens } = await signIn(client)
    expect(await client.isAccepted(tokens!.accessToken)).toBe(true)
    fakes.revoke(tokens!.accessToken)
    // Nothing can be asked with a token of Apple.
    expect(await client.isAccepted(tokens!.accessToken)).toBe(provider === 'apple')
  })
})

test.each(
  providerTypes.filter((type) => expected[type].refreshes),
)('%s renews a token once with each refresh token', async (provider) => {
  const client = await connect(provider)
  const { tokens } = await signIn(client)
  const renewed = await client.refresh(tokens!.refreshToken!)
  expect(renewed.accessToken).not.toBe(tokens!.accessToken)
  expect(renewed.refreshToken).not.toBe(tokens!.refreshToken)
  expect(renewed.expiresAt.getTime()).toBeGreaterThan(Date.now())
  expect(await client.isAccepted(renewed.accessToken)).toBe(true)
  await expect(client.refresh(tokens!.refreshToken!)).rejects.toMatchObject({ failure: 'bad-grant' })
})

test('Google, Apple and Facebook get the parameters that only they require', async () => {
  const read = async (client: ProviderClient) =>
    (await client.authorizationUrl(newProviderRequest(client))).searchParams
  expect((await read(await connect('google'))).get('include_granted_scopes')).toBe('true')
  expect((await read(await connect('apple'))).get('response_mode')).toBe('form_post')
  expect((await read(await connect('facebook'))).has('config_id')).toBe(false)
  expect((await read(await connect('facebook', { facebookConfigId: '42' }))).get('config_id')).toBe('42')
})

test('Apple takes a client secret that was made elsewhere, and believes the name only as a name', async () => {
  const client = await connect('apple')
  fakes.person.name = 'Grace Hopper'
  const request = newProviderRequest(client)
  const { parameters } = await fakes.visit(await client.authorizationUrl(request))
  parameters.set('user', JSON.stringify({ name: { firstName: 'Eve' }, email: 'victim@example.com' }))
  const { profile } = await client.exchange(request, parameters)
  expect(profile).toMatchObject({ displayName: 'Eve', email: 'ada@example.com' })

  const madeElsewhere = await connect('apple', { clientSecret: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln' })
  await expect(signIn(madeElsewhere)).rejects.toMatchObject({ failure: 'bad-client-credentials' })
  expect(fakes.requests.at(-1)).toBe('POST appleid.apple.com/auth/token')
})

test('a key of Apple that cannot be read is named without being shown', async () => {
  const client = await connect('apple', { clientSecret: '{"teamId":"T","keyId":"K","privateKey":"very secret"}' })
  const refused = await signIn(client).catch((error: unknown) => error)
  expect(refused).toMatchObject({ failure: 'bad-client-credentials' })
  expect(`${(refused as Error).message} ${(refused as Error).cause}`).not.toContain('very secret')
})

test.each(['github', 'bitbucket'] as const)('%s says when the project may not read addresses', async (provider) => {
  const path = provider === 'github' ? '/user/emails' : '/2.0/user/emails'
  fakes.misbehaviour.answer = { [path]: (_request, response) => void response.writeHead(403).end('{}') }
  await expect(signIn(await connect(provider))).rejects.toMatchObject({ failure: 'email-permission-missing' })
})

test('what cannot be stored or shown is left out of a profile', async () => {
  fakes.person.name = `  Ada\u0000\n${'😀'.repeat(200)}`
  fakes.person.email = 'not an address'
  const { profile } = await signIn(await connect('google'))
  expect(profile.email).toBeNull()
  expect(profile.isEmailVerified).toBe(false)
  expect(profile.displayName).toMatch(/^Ada {2}(?:😀)+$/u)
  expect(profile.displayName!.length).toBeLessThanOrEqual(256)
})

test('an account without id signs nobody in', async () => {
  fakes.person.id = ''
  await expect(signIn(await connect('discord'))).rejects.toMatchObject({ failure: 'invalid-answer' })
})

test.each([
  ['invalid_scope', 'scope-refused'],
  ['unauthorized_client', 'bad-client-credentials'],
  ['temporarily_unavailable', 'unreachable'],
  ['user_cancelled_login', 'access-denied'],
  ['something_else', 'invalid-answer'],
])('coming back with %s means %s', async (error, failure) => {
  const client = await connect('linkedin')
  const request = newProviderRequest(client)
  const parameters = new URLSearchParams({ error, state: request.state })
  await expect(client.exchange(request, parameters)).rejects.toMatchObject({ failure })
})

test.each([
  { type: undefined },
  { allowSignIn: false },
  { clientId: '' },
  { clientSecret: '' },
])('a provider with %j is not offered', async (settings) => {
  expect(await connect('github', settings)).toBeUndefined()
})
