import { generateKeyPairSync } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeClient, fakeTenantId } from '../../../testing/fake-provider-shapes.ts'
import { type FakeKeys, type FakeProviders, openFakeProviders } from '../../../testing/fake-providers.ts'
import { separateServer, type TestServer } from '../../../testing/index.ts'
import { connectProvider, type Provider, signInAt } from '../../../testing/oauth-attempt.ts'

let fakes: FakeProviders
let server: TestServer
const strangersKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })

beforeAll(async () => {
  fakes = await openFakeProviders()
  server = await separateServer({ outbound: fakes.outbound })
})
beforeEach(() => {
  fakes.misbehaviour.answer = {}
  delete fakes.misbehaviour.idToken
})
afterAll(() => fakes.close())

async function attempt(provider: Provider, settings: Record<string, unknown> = {}) {
  return signInAt(fakes, await connectProvider(server, provider, settings))
}

const openIdProviders = ['google', 'microsoft', 'linkedin', 'apple', 'twitch'] as const
const seconds = () => Math.floor(Date.now() / 1000)
const sign = (claims: JWTPayload, { kid, privateKey }: FakeKeys) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const signWithText = (claims: JWTPayload, kid: string, text: string) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(text))

const without = (claims: JWTPayload, name: string): JWTPayload => {
  const { [name]: _dropped, ...rest } = claims
  return rest
}

const forgeries: [name: string, forge: (claims: JWTPayload, keys: FakeKeys) => string | undefined | Promise<string>][] =
  [
    ['is missing', () => undefined],
    ['is no token', () => 'nonsense'],
    ['is not signed', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['is signed with the client secret', (claims, { kid }) => signWithText(claims, kid, fakeClient.secret)],
    [
      'is signed with the public key as if it were a secret',
      (claims, { kid, publicKey }) =>
        signWithText(claims, kid, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
    ],
    ['is signed with another key under the right name', (claims, { kid }) => sign(claims, { kid, ...strangersKeys })],
    [
      'is signed with a key that it brings along',
      (claims) => {
        const { privateKey, publicKey } = strangersKeys
        const header = { alg: 'RS256', kid: 'own', jwk: publicKey.export({ format: 'jwk' }) as never }
        return new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
      },
    ],
    [
      'was changed after signing',
      async (claims, keys) => {
        const [header, , signature] = (await sign(claims, keys)).split('.')
        return `${header}.${encode({ ...claims, sub: 'victim' })}.${signature}`
      },
    ],
    ['comes from another issuer', (claims, keys) => sign({ ...claims, iss: 'https://attacker.example.com' }, keys)],
    ['has no issuer', (claims, keys) => sign(without(claims, 'iss'), keys)],
    ['is for another client', (claims, keys) => sign({ ...claims, aud: 'another-client' }, keys)],
    [
      'is for us and others without saying who asked for it',
      (claims, keys) => sign({ ...without(claims, 'azp'), aud: [fakeClient.id, 'another-client'] }, keys),
    ],
    ['was asked for by another client', (claims, keys) => sign({ ...claims, azp: 'another-client' }, keys)],
    ['has expired', (claims, keys) => sign({ ...claims, iat: seconds() - 900, exp: seconds() - 300 }, keys)],
    ['never expires', (claims, keys) => sign(without(claims, 'exp'), keys)],
    ['comes from the future', (claims, keys) => sign({ ...claims, iat: seconds() + 300 }, keys)],
    ['is not valid yet', (claims, keys) => sign({ ...claims, nbf: seconds() + 300 }, keys)],
    ['has no subject', (claims, keys) => sign(without(claims, 'sub'), keys)],
  ]

// ASVS 6.8.2, 10.5.4
test.each(
  openIdProviders.flatMap((provider) => forgeries.map(([name, forge]) => [provider, name, forge] as const)),
)('%s signs nobody in when the ID token %s', async (provider, _name, forge) => {
  fakes.misbehaviour.idToken = forge
  await expect(attempt(provider)).rejects.toMatchObject({ failure: 'invalid-answer' })
})

// ASVS 10.5.1
test.each([
  'google',
  'microsoft',
  'apple',
  'twitch',
] as const)('%s signs nobody in when the nonce is missing or not ours', async (provider) => {
  fakes.misbehaviour.idToken = (claims, keys) => sign(without(claims, 'nonce'), keys)
  await expect(attempt(provider)).rejects.toMatchObject({ failure: 'invalid-answer' })
  fakes.misbehaviour.idToken = (claims, keys) => sign({ ...claims, nonce: 'of another attempt' }, keys)
  await expect(attempt(provider)).rejects.toMatchObject({ failure: 'invalid-answer' })
})

test.each([
  ['a tenant that is not the one of its issuer', { tid: '11111111-1111-4111-8111-111111111111' }],
  ['no tenant', { tid: undefined }],
  ['a tenant that is no id', { tid: 'common', iss: 'https://login.microsoftonline.com/common/v2.0' }],
  ['an issuer elsewhere', { iss: `https://login.example.com/${fakeTenantId}/v2.0` }],
])('Microsoft signs nobody in with %s', async (_name, changes) => {
  fakes.misbehaviour.idToken = (claims, keys) => sign({ ...claims, ...changes }, keys)
  await expect(attempt('microsoft')).rejects.toMatchObject({ failure: 'invalid-answer' })
})

test.each([
  [fakeTenantId, true],
  [fakeTenantId.toUpperCase(), true],
  ['contoso.onmicrosoft.com', true],
  ['common', true],
  ['organizations', true],
  ['consumers', false],
  ['11111111-1111-4111-8111-111111111111', false],
])('with the tenant %s, a work account of Contoso gets in: %j', async (microsoftTenantId, getsIn) => {
  const outcome = await attempt('microsoft', { microsoftTenantId }).catch((error: unknown) => error)
  expect(outcome).toMatchObject(getsIn ? { profile: { accountId: '583231' } } : { failure: 'invalid-answer' })
})

test.each([
  ['consumers', true],
  ['common', true],
  ['organizations', false],
  ['contoso.onmicrosoft.com', false],
])('with the tenant %s, a personal account gets in: %j', async (microsoftTenantId, getsIn) => {
  const tid = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const personal = { tid, iss: `https://login.microsoftonline.com/${tid}/v2.0` }
  fakes.misbehaviour.idToken = (claims, keys) => sign({ ...claims, ...personal }, keys)
  const outcome = await attempt('microsoft', { microsoftTenantId }).catch((error: unknown) => error)
  expect(outcome).toMatchObject(getsIn ? { profile: { accountId: '583231' } } : { failure: 'invalid-answer' })
})

test('a truthful token is believed after all of these', async () => {
  fakes.misbehaviour.idToken = sign
  for (const provider of openIdProviders) expect((await attempt(provider)).profile.accountId).toBe('583231')
})

test.each([
  ['email_verified', 'true'],
  ['email_verified', 1],
  ['email_verified', 'false'],
  ['email_verified', undefined],
])('an address whose %s is %j is not verified', async (name, value) => {
  fakes.misbehaviour.idToken = (claims, keys) => sign({ ...claims, [name]: value }, keys)
  expect((await attempt('google')).profile).toMatchObject({ email: 'ada@example.com', isEmailVerified: false })
})

test('keys that cannot be fetched verify nothing', async () => {
  const fresh = await separateServer({ outbound: fakes.outbound })
  fakes.misbehaviour.answer = {
    '/oauth2/v3/certs': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  }
  const client = await connectProvider(fresh, 'google')
  await expect(signInAt(fakes, client)).rejects.toMatchObject({ failure: 'invalid-answer' })
})
