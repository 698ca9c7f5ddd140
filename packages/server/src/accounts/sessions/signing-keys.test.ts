import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { separateServer, testProject } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { createPerson, readClaims } from '../../testing/world.ts'
import { accessTokens } from './access-tokens.ts'
import { createSigningKeys, generationMillis, publicKeysMaxAgeSeconds } from './signing-keys.ts'

const tokenSeconds = 600
const overlapMillis = (tokenSeconds + publicKeysMaxAgeSeconds) * 1000
const boundary = 100 * generationMillis

function kidsAt(now: number, audience = 'some project', secret = 'a secret of this deployment, long enough') {
  const keys = createSigningKeys(createSecrets(secret), tokenSeconds)
  return keys.published(audience, now).map((key) => key.kid)
}

describe('signing keys', () => {
  test('are the same on every node and after every restart', () => {
    expect(kidsAt(boundary)).toEqual(kidsAt(boundary))
    expect(kidsAt(boundary, 'some project', 'another secret, which is as long')).not.toEqual(kidsAt(boundary))
  })

  // ASVS 9.2.4
  test('are two for every audience, and no two audiences share one', () => {
    const kids = ['p1', 'p1:anon', 'p2', 'p2:anon'].flatMap((audience) => kidsAt(boundary, audience))
    expect(new Set(kids).size).toBe(8)
    for (const kid of kids) expect(kid).toMatch(/^[\w-]{12}$/)
  })

  test('follow each other without a gap', () => {
    const [old, next] = kidsAt(boundary - 1)
    expect(kidsAt(boundary - generationMillis + overlapMillis)).toEqual([old, next])
    expect(kidsAt(boundary)).toEqual([next, old])
    expect(kidsAt(boundary + overlapMillis - 1)).toEqual([next, old])
    const [signing, upcoming] = kidsAt(boundary + overlapMillis)
    expect(signing).toBe(next)
    expect([old, next]).not.toContain(upcoming)
  })

  test('are published for longer than verifiers cache the list before they sign', () => {
    const [signing] = kidsAt(boundary)
    expect(kidsAt(boundary - publicKeysMaxAgeSeconds * 1000)).toContain(signing)
  })

  test('of the past and of the distant future verify nothing', () => {
    const keys = createSigningKeys(createSecrets('a secret of this deployment, long enough'), tokenSeconds)
    const [old] = kidsAt(boundary - 1)
    const [distant] = kidsAt(boundary + 2 * generationMillis)
    expect(keys.find('some project', old!, boundary + overlapMillis - 1)).toBeDefined()
    expect(keys.find('some project', old!, boundary + overlapMillis)).toBeUndefined()
    expect(keys.find('some project', distant!, boundary)).toBeUndefined()
    expect(keys.find('other project', old!, boundary)).toBeUndefined()
  })
})

// ASVS 11.2.2
test('when the keys change, tokens of the old one work for as long as they live', async () => {
  const nextBoundary = Math.ceil(Date.now() / generationMillis) * generationMillis
  let now = nextBoundary - 5_000
  const server = await separateServer({ now: () => new Date(now) })
  const project = await createTestProject(server)
  const person = await createPerson(project)
  const { kid } = decodeProtectedHeader(person.access_token)
  const listed = async () => {
    const { keys } = await project.call(jwksRoute, { params: { project_id: project.id } })
    return keys.map((key) => key.kid)
  }
  const read = () => project.send('GET /users/me', { user: person })
  expect((await listed())[0]).toBe(kid)

  now = nextBoundary + 10_000
  expect(await read()).toMatchObject({ status: 200 })
  expect((await listed())[1]).toBe(kid)
  const refreshed = await project.call('POST /auth/sessions/current/refresh', {
    headers: { 'x-stack-refresh-token': person.refresh_token },
  })
  expect(decodeProtectedHeader(refreshed.access_token).kid).toBe((await listed())[0])

  now = nextBoundary + tokenSeconds * 1000
  expect(await read()).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
  now = nextBoundary + overlapMillis
  expect(await listed()).not.toContain(kid)
  expect(await read()).toMatchObject({ status: 401 })
  const restarted = await separateServer({ now: () => new Date(now) })
  expect(await accessTokens(restarted.platform).verify(person.access_token, now)).toEqual({ failure: 'unparsable' })
})

const jwksRoute = 'GET /projects/{project_id}/.well-known/jwks.json'

describe('the public keys of a project', () => {
  test('are two, or four with those of anonymous users, and may be cached for an hour', async () => {
    const { id, send } = await testProject()
    const read = (include_anonymous?: string) =>
      send(jwksRoute, { params: { project_id: id }, query: { include_anonymous } })
    const key = {
      kty: 'EC',
      alg: 'ES256',
      crv: 'P-256',
      kid: expect.stringMatching(/^.{12}$/),
      x: expect.stringMatching(/^[\w-]{43}$/),
      y: expect.stringMatching(/^[\w-]{43}$/),
    }

    const regular = await read()
    expect(regular).toMatchObject({ status: 200, body: { keys: [key, key] } })
    expect((regular.body as { keys: object[] }).keys.map((listed) => Object.keys(listed).sort())).toEqual(
      Array(2).fill(Object.keys(key).sort()),
    )
    expect(regular.headers.get('cache-control')).toBe('public, max-age=3600')
    expect((await read('false')).body).toEqual(regular.body)
    const all = (await read('true')).body as { keys: { kid: string }[] }
    expect(all.keys).toHaveLength(4)
    expect(all.keys.slice(0, 2)).toEqual((regular.body as { keys: object[] }).keys)
    expect(new Set(all.keys.map(({ kid }) => kid)).size).toBe(4)
  })

  test('let anyone verify tokens, and those of anonymous users only on request', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const anonymous = await createPerson(project, { isAnonymous: true })
    const keySet = async (include_anonymous: 'true' | 'false') =>
      createLocalJWKSet(
        await project.call(jwksRoute, { params: { project_id: project.id }, query: { include_anonymous } }),
      )
    const { iss: issuer, aud: audience } = readClaims(person.access_token) as { iss: string; aud: string }

    await jwtVerify(person.access_token, await keySet('false'), { issuer, audience, algorithms: ['ES256'] })
    await jwtVerify(anonymous.access_token, await keySet('true'), { algorithms: ['ES256'] })
    await expect(jwtVerify(anonymous.access_token, await keySet('false'))).rejects.toThrow('no applicable key')
  })

  test('are found by the name of the issuer of anonymous tokens, too', async () => {
    const project = await testProject()
    const anonymous = await createPerson(project, { isAnonymous: true })
    const redirect = await project.server.fetch(`${readClaims(anonymous.access_token).iss}/.well-known/jwks.json`)
    expect(redirect.status).toBe(307)
    const response = await project.server.fetch(redirect.headers.get('location')!)
    await jwtVerify(anonymous.access_token, createLocalJWKSet(await response.json()))

    const odd = await project.server.fetch(
      '/api/v1/projects-anonymous-users/%2f%2fevil.example%0d%0a/.well-known/jwks.json',
    )
    expect(odd.headers.get('location')).toMatch(/^\/api\/v1\/projects\/%/)
  })

  test('are served under both names of the API and not cached when the request is wrong', async () => {
    const { id, server, send } = await testProject()
    const latest = await server.fetch(`/api/latest/projects/${id}/.well-known/jwks.json`)
    expect(latest.status).toBe(200)

    for (const project_id of [crypto.randomUUID(), 'unknown', '%00', 'a/b', '..', `${id} `]) {
      const answer = await send(jwksRoute, { params: { project_id } })
      expect(answer.status, project_id).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store, max-age=0')
    }
    const wrongQuery = await send(jwksRoute, { params: { project_id: id }, query: { include_anonymous: 'yes' } })
    expect(wrongQuery).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })
})
