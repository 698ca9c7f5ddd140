import { afterEach, describe, expect, test, vi } from 'vitest'
import { isUnavailable } from '../index.ts'
import {
  askResource as ask,
  createIssuer,
  type Issuer,
  issuerUrl,
  metadataUrl,
  now,
  openResource as open,
  resourceUrl,
} from '../testing/oauth-issuer.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('a token', () => {
  test.each(['ES256', 'RS256'] as const)('that the project has signed with %s says who may do what', async (alg) => {
    const issuer = await createIssuer()
    const token = await issuer.sign({ team_id: 'team-1' }, { alg })
    const shared = { userId: 'user-1', teamId: 'team-1' }
    expect(await open().authenticate(ask(token))).toEqual({
      ...shared,
      clientId: 'https://client.example/metadata.json',
      scopes: ['notes:read', 'notes:write'],
      expiresAt: expect.any(Number),
      token,
      resourceMetadataUrl: metadataUrl,
      extra: shared,
    })
    expect(issuer.requests).toEqual([`GET ${issuerUrl}/jwks`])
  })

  test('of a program that acts for itself has no user', async () => {
    const issuer = await createIssuer()
    const access = await open().verifyToken(
      await issuer.sign({ sub: 'machine', client_id: 'machine', scope: undefined }),
    )
    expect(access).toMatchObject({ userId: null, teamId: null, clientId: 'machine', scopes: [] })
  })

  test('is accepted with the type and the audience written in the other ways that RFC 9068 and RFC 7519 allow', async () => {
    const issuer = await createIssuer()
    const token = await issuer.sign({ aud: [resourceUrl] }, { typ: 'application/AT+JWT' })
    expect(await open().verifyToken(token)).toMatchObject({ userId: 'user-1' })
  })

  test.each(Object.entries(wrongTokens()))('is refused: %s', async (_, make) => {
    const issuer = await createIssuer()
    const resource = open()
    expect(await resource.verifyToken(await issuer.sign())).toMatchObject({ userId: 'user-1' })
    issuer.requests.length = 0
    expect(await resource.verifyToken(await make(issuer))).toBeNull()
    // Neither what a header links to, nor the keys again.
    expect(issuer.requests).toEqual([])
  })

  test.each([
    ['just expired', { exp: now() - 20 }, true],
    ['expired for longer than clocks differ', { exp: now() - 40 }, false],
    ['of a clock that is ahead', { iat: now() + 20 }, true],
    ['of the future', { iat: now() + 60 }, false],
    ['not to be used yet', { nbf: now() + 60 }, false],
  ])('has 30 s of tolerance: %s', async (_, claims, isAccepted) => {
    const issuer = await createIssuer()
    expect((await open().verifyToken(await issuer.sign(claims))) !== null).toBe(isAccepted)
  })

  test.each([
    '',
    'e30',
    'e30.e30.e30',
    '..',
    'null.null.null',
    `${'a'.repeat(9_000)}.e30.e30`,
    'W10.W10.W10',
    'NQ.NQ.NQ',
    '💥',
    'e30.e30.e30.e30',
    ' ',
    'bnVsbA.bnVsbA.bnVsbA',
    '%00.%00.%00',
  ])('that is malformed (%j) is nobody, without a request', async (token) => {
    const issuer = await createIssuer()
    expect(await open().verifyToken(token)).toBeNull()
    expect(issuer.requests).toEqual([])
  })

  test.each([
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    'bearer a b',
    'Bearer a,Bearer b',
    'Bearer "a"',
    'DPoP a',
    'Bearer\ta',
    'BearerA',
  ])('is not found in %j', async (authorization) => {
    await createIssuer()
    const resource = open()
    expect(await resource.authenticate({ headers: { authorization } })).toBeNull()
    expect(await resource.authenticate(new Request(resourceUrl, { headers: { authorization } }))).toBeNull()
  })

  test('in two headers is not guessed', async () => {
    const token = await (await createIssuer()).sign()
    const authorization = [`Bearer ${token}`, `Bearer ${token}`]
    expect(await open().authenticate({ headers: { authorization } })).toBeNull()
  })

  test('in a body or a query does not count', async () => {
    const token = await (await createIssuer()).sign()
    expect(await open().authenticate(ask(undefined, `${resourceUrl}?access_token=${token}`))).toBeNull()
  })
})

/** Each is valid but for one thing. */
function wrongTokens(): Record<string, (issuer: Issuer) => Promise<string>> {
  return {
    'another resource': ({ sign }) => sign({ aud: 'https://other.example/mcp' }),
    'the same resource with a slash': ({ sign }) => sign({ aud: `${resourceUrl}/` }),
    'the host of the resource': ({ sign }) => sign({ aud: 'https://mcp.example.com' }),
    'two resources': ({ sign }) => sign({ aud: [resourceUrl, 'https://other.example/mcp'] }),
    'no resource': ({ sign }) => sign({ aud: undefined }),
    'no resources': ({ sign }) => sign({ aud: [] }),
    'another project': ({ sign }) => sign({ iss: 'https://auth.example.com/oauth/p2' }),
    'another server': ({ sign }) => sign({ iss: 'https://evil.example/oauth/p1' }),
    'the issuer with a slash': ({ sign }) => sign({ iss: `${issuerUrl}/` }),
    'an ID token': ({ sign }) => sign({ aud: 'client' }, { typ: undefined }),
    'an ID token for a client that is called like the resource': ({ sign }) => sign({}, { typ: 'JWT' }),
    'a logout token': ({ sign }) => sign({}, { typ: 'logout+jwt' }),
    'a token of our API': ({ sign }) =>
      sign({ iss: 'https://auth.example.com/api/v1/projects/p1', aud: 'p1', role: 'authenticated' }, { typ: 'JWT' }),
    'no subject': ({ sign }) => sign({ sub: undefined }),
    'an empty subject': ({ sign }) => sign({ sub: '' }),
    'a subject that is not text': ({ sign }) => sign({ sub: ['user-1'] as never }),
    'no client': ({ sign }) => sign({ client_id: undefined }),
    'no expiry': ({ sign }) => sign({ exp: undefined }),
    'an endless expiry': ({ sign }) => sign({ exp: '99999999999' as never }),
    'no time of issue': ({ sign }) => sign({ iat: undefined }),
    'scopes that are not text': ({ sign }) => sign({ scope: ['notes:write'] as never }),
    'a critical extension': ({ sign }) => sign({}, { crit: ['x'], x: 1 }),
    'no key': ({ sign }) => sign({}, { kid: undefined }),
    'a key of another type': ({ sign }) => sign({}, { kid: 'rsa' }),
    'a key that it brings along': ({ signForeign }) => signForeign({ kid: 'ec', isEmbedded: true }),
    'a key that it links to': ({ signForeign }) => signForeign({ kid: 'ec', jku: 'https://evil.example/jwks' }),
    'a certificate that it links to': ({ signForeign }) => signForeign({ kid: 'ec', x5u: 'https://evil.example/cert' }),
    'the public key as a secret': ({ signHmac }) => signHmac(),
    'no signature': async ({ sign }) => (await sign()).replace(/[^.]*$/, ''),
    'the algorithm none': async ({ sign }) =>
      `${part({ alg: 'none', typ: 'at+jwt', kid: 'ec' })}.${(await sign()).split('.')[1]}.`,
    'a changed claim': async ({ sign }) => {
      const [header, , signature] = (await sign()).split('.')
      const [, payload] = (await sign({ sub: 'user-2' })).split('.')
      return `${header}.${payload}.${signature}`
    },
    'a cut signature': async ({ sign }) => (await sign()).slice(0, -8),
    'an inherited name as algorithm': async ({ sign }) =>
      `${part({ alg: 'constructor', typ: 'at+jwt', kid: 'ec' })}.${(await sign()).split('.').slice(1).join('.')}`,
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('keys', () => {
  test('are fetched once for parallel requests, and again for a new key at most every 30 s', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const issuer = await createIssuer()
    const resource = open()
    const token = await issuer.sign()
    expect(await Promise.all(Array.from({ length: 20 }, () => resource.verifyToken(token)))).not.toContain(null)
    expect(issuer.requests).toHaveLength(1)

    const fresh = await issuer.addKey('ec-2')
    expect(await resource.verifyToken(fresh)).toBeNull()
    expect(issuer.requests).toHaveLength(1)
    vi.setSystemTime(Date.now() + 31_000)
    for (const kid of ['ec-2', 'forged-1', 'forged-2']) await resource.verifyToken(await issuer.signForeign({ kid }))
    expect(issuer.requests).toHaveLength(2)
    expect(await resource.verifyToken(fresh)).toMatchObject({ userId: 'user-1' })
  })

  test('that are too short or for encryption are not used', async () => {
    const issuer = await createIssuer()
    const [short, encrypting] = [await issuer.addShortKey(), await issuer.addKey('enc', { use: 'enc' })]
    const resource = open()
    expect(await resource.verifyToken(short)).toBeNull()
    expect(await resource.verifyToken(encrypting)).toBeNull()
    expect(await resource.verifyToken(await issuer.sign())).toMatchObject({ userId: 'user-1' })
  })

  test.each([
    ['nothing listens', () => Promise.reject(new TypeError('fetch failed'))],
    ['a proxy shows an error page', async () => new Response('<h1>502</h1>', { status: 502 })],
    ['a proxy shows a page', async () => new Response('<h1>Back soon</h1>')],
    ['there are too many requests', async () => new Response(null, { status: 429 })],
  ])('that cannot be fetched, because %s, are an outage and not a wrong token', async (_, respond) => {
    const issuer = await createIssuer()
    const token = await issuer.sign()
    issuer.respond = respond
    const resource = open()
    await expect(resource.verifyToken(token)).rejects.toSatisfy(isUnavailable)
    const response = await resource.protect(() => new Response())(ask(token))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('www-authenticate')).toBeNull()
    expect(await response.text()).not.toContain('auth.example.com')
    // What needs no key is answered all the same.
    expect((await resource.protect(() => new Response())(ask('e30.e30.e30'))).status).toBe(401)
  })

  test('keep working during an outage once they are known', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const issuer = await createIssuer()
    const resource = open()
    await resource.verifyToken(await issuer.sign())
    issuer.respond = () => Promise.reject(new TypeError('fetch failed'))
    vi.setSystemTime(Date.now() + 7_200_000)
    expect(await resource.verifyToken(await issuer.sign({ iat: now(), exp: now() + 600 }))).toMatchObject({
      userId: 'user-1',
    })
  })

  test('of a project that is no provider are an error that says so, and not a wrong token', async () => {
    const issuer = await createIssuer()
    const token = await issuer.sign()
    issuer.respond = async () => new Response('{}', { status: 404 })
    await expect(open().protect(() => new Response())(ask(token))).rejects.toThrow(/oauth\/p1\/jwks answered 404/)
  })
})
