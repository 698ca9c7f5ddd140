import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { internalProject, testProject } from '../testing/index.ts'
import type { TestProject } from '../testing/project.ts'
import { createPerson, type Person, readClaims, signLongAgo } from '../testing/world.ts'

type Json = Record<string, unknown>

const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const attackerJwk = attacker.publicKey.export({ format: 'jwk' })
const tenYears = 10 * 365 * 24 * 3600

const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')

function forge(header: Json, claims: Json, key: KeyObject): string {
  const content = `${encode(header)}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

interface Original {
  token: string
  parts: [string, string, string]
  header: Json
  claims: Json
  privateKey: KeyObject
  publicKey: KeyObject
}

async function signIn(): Promise<{ project: TestProject; person: Person; original: Original }> {
  const project = await testProject()
  const person = await createPerson(project)
  const token = person.access_token
  const parts = token.split('.') as Original['parts']
  const { signingKeys, now } = project.server.services
  const [key] = signingKeys.published(project.id, now().getTime())
  const header = JSON.parse(Buffer.from(parts[0], 'base64url').toString())
  const claims = readClaims(token)
  return {
    project,
    person,
    original: { token, parts, header, claims, privateKey: key.privateKey, publicKey: key.publicKey },
  }
}

const useToken = (project: TestProject, access_token: string, headers: Record<string, string> = {}) =>
  project.send('GET /users/me', { user: { access_token }, headers })

const unparsable = { status: 401, body: { code: 'UNPARSABLE_ACCESS_TOKEN' } }

/** Made without the server's private key. */
const forgeries: Record<string, (original: Original) => string> = {
  'alg none': ({ header, claims }) => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
  'alg None with the old signature': ({ header, parts }) =>
    `${encode({ ...header, alg: 'None' })}.${parts[1]}.${parts[2]}`,
  'HS256 with the public key as PEM': ({ header, parts, publicKey }) =>
    hmac(header, parts[1], publicKey.export({ type: 'spki', format: 'pem' }) as string),
  'HS256 with the public key as DER': ({ header, parts, publicKey }) =>
    hmac(header, parts[1], publicKey.export({ type: 'spki', format: 'der' })),
  'HS256 with the public key as JWK': ({ header, parts, publicKey }) =>
    hmac(header, parts[1], JSON.stringify(publicKey.export({ format: 'jwk' }))),
  'HS256 with an empty key': ({ header, parts }) => hmac(header, parts[1], ''),
  'own key with the right kid': ({ header, claims }) => forge(header, claims, attacker.privateKey),
  'own key in jwk': ({ header, claims }) => forge({ ...header, jwk: attackerJwk }, claims, attacker.privateKey),
  'own key in jwk without kid': ({ claims }) => forge({ alg: 'ES256', jwk: attackerJwk }, claims, attacker.privateKey),
  'own key behind jku': ({ header, claims }) =>
    forge({ ...header, kid: 'mine', jku: 'https://evil.example/jwks.json' }, claims, attacker.privateKey),
  'own key behind x5u': ({ header, claims }) =>
    forge({ ...header, x5u: 'https://evil.example/cert.pem' }, claims, attacker.privateKey),
  'unknown kid': ({ header, claims }) => forge({ ...header, kid: 'unknown00000' }, claims, attacker.privateKey),
  'kid that is a path': ({ header, claims }) =>
    forge({ ...header, kid: '../../../dev/null' }, claims, attacker.privateKey),
  'kid of a prototype': ({ header, claims }) => forge({ ...header, kid: '__proto__' }, claims, attacker.privateKey),
  'another user in the payload': ({ parts, claims }) =>
    `${parts[0]}.${encode({ ...claims, sub: crypto.randomUUID() })}.${parts[2]}`,
  'a later exp in the payload': ({ parts, claims }) =>
    `${parts[0]}.${encode({ ...claims, exp: (claims.exp as number) + 60 })}.${parts[2]}`,
  'empty signature': ({ parts }) => `${parts[0]}.${parts[1]}.`,
  'no signature': ({ parts }) => `${parts[0]}.${parts[1]}`,
  'signature of zeros': ({ parts }) => `${parts[0]}.${parts[1]}.${Buffer.alloc(64).toString('base64url')}`,
  'signature cut short': ({ token }) => token.slice(0, -4),
  'five parts': ({ parts }) => `${parts[0]}..${parts[1]}.${parts[2]}.`,
  'four parts': ({ token }) => `${token}.${token.split('.')[2]}`,
  'token twice': ({ token }) => `${token}, ${token}`,
  'not a JWT': () => 'garbage',
  'only dots': () => '..',
  'JSON session': ({ token }) => JSON.stringify({ accessToken: token, refreshToken: null }),
  'empty list': () => '[]',
  'lone percent sign': () => '%',
  'payload that is no object': ({ parts }) => `${parts[0]}.${Buffer.from('null').toString('base64url')}.${parts[2]}`,
  'a hundred thousand characters': ({ token }) => token + 'A'.repeat(100_000),
}

/** Signed with the server's own key, but not as the server signs. */
const wrongClaims: Record<string, (original: Original) => [header: Json, claims: Json]> = {
  'no exp': ({ header, claims: { exp, ...claims } }) => [header, claims],
  'exp as text': ({ header, claims }) => [header, { ...claims, exp: String(claims.exp) }],
  'exp in ten years': ({ header, claims }) => [header, { ...claims, exp: (claims.exp as number) + tenYears }],
  'no iat': ({ header, claims: { iat, ...claims } }) => [header, claims],
  'no sub': ({ header, claims: { sub, ...claims } }) => [header, claims],
  'no aud': ({ header, claims: { aud, ...claims } }) => [header, claims],
  'aud as list': ({ header, claims }) => [header, { ...claims, aud: [claims.aud] }],
  'aud as list with another': ({ header, claims }) => [header, { ...claims, aud: [claims.aud, crypto.randomUUID()] }],
  'no iss': ({ header, claims: { iss, ...claims } }) => [header, claims],
  'iss of another server': ({ header, claims }) => [
    header,
    { ...claims, iss: String(claims.iss).replace('localhost', 'evil.example') },
  ],
  'iss of anonymous users': ({ header, claims }) => [
    header,
    { ...claims, iss: String(claims.iss).replace('/projects/', '/projects-anonymous-users/') },
  ],
  'an anonymous user in the audience of the others': ({ header, claims }) => [
    header,
    { ...claims, is_anonymous: true },
  ],
  'the anonymous audience with the key of the other': ({ header, claims }) => [
    header,
    { ...claims, aud: `${claims.aud}:anon`, is_anonymous: true },
  ],
  'another project id than the audience': ({ header, claims }) => [
    header,
    { ...claims, project_id: crypto.randomUUID() },
  ],
  'another branch': ({ header, claims }) => [header, { ...claims, branch_id: 'other' }],
  'not valid yet': ({ header, claims }) => [header, { ...claims, nbf: (claims.exp as number) - 1 }],
  'a critical header that nobody knows': ({ header, claims }) => [{ ...header, crit: ['x'], x: 1 }, claims],
  'another algorithm in the header': ({ header, claims }) => [{ ...header, alg: 'ES384' }, claims],
}

function hmac(header: Json, payload: string, key: string | Buffer): string {
  const content = `${encode({ ...header, alg: 'HS256' })}.${payload}`
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}

describe('an access token', () => {
  // ASVS 9.2.4, 11.2.3, 11.6.1
  test('says what the contract says and nothing else', async () => {
    const { project, person, original } = await signIn()

    expect(original.header).toEqual({ alg: 'ES256', kid: expect.stringMatching(/^.{12}$/) })
    expect(original.claims).toEqual({
      sub: person.id,
      iss: `http://localhost:8102/api/v1/projects/${project.id}`,
      aud: project.id,
      iat: expect.any(Number),
      exp: (original.claims.iat as number) + 600,
      project_id: project.id,
      branch_id: 'main',
      refresh_token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      role: 'authenticated',
      name: null,
      email: person.email,
      email_verified: true,
      selected_team_id: null,
      is_anonymous: false,
    })
    expect(await useToken(project, person.access_token)).toMatchObject({ status: 200, body: { id: person.id } })
  })

  // ASVS 7.2.1, 9.1.1, 9.1.2, 9.1.3
  test('that is forged is refused, however it is forged', async () => {
    const { project, original } = await signIn()
    for (const [name, make] of Object.entries(forgeries)) {
      expect(await useToken(project, make(original)), name).toMatchObject(unparsable)
    }
  })

  // ASVS 9.2.1, 9.2.3, 10.3.1, 10.3.2
  test('with claims that the server does not make is refused even with the right signature', async () => {
    const { project, original } = await signIn()
    const same = forge(original.header, original.claims, original.privateKey)
    expect(await useToken(project, same)).toMatchObject({ status: 200 })

    for (const [name, make] of Object.entries(wrongClaims)) {
      const token = forge(...make(original), original.privateKey)
      expect(await useToken(project, token), name).toMatchObject(unparsable)
    }
  })

  // ASVS 9.2.1
  test('that is expired says since when, unless its signature or issuer is wrong as well', async () => {
    const { project, person, original } = await signIn()
    const expired = await signLongAgo(project.server, person)
    const claims = readClaims(expired)
    const { header } = original

    expect(await useToken(project, expired)).toMatchObject({
      status: 401,
      body: { code: 'ACCESS_TOKEN_EXPIRED', details: { expired_at_millis: (claims.exp as number) * 1000 } },
    })
    expect(await useToken(project, forge(header, claims, attacker.privateKey))).toMatchObject(unparsable)
    const otherIssuer = forge(header, { ...claims, iss: 'https://evil.example' }, original.privateKey)
    expect(await useToken(project, otherIssuer)).toMatchObject(unparsable)
  })

  // ASVS 9.2.3, 10.3.1
  test('of another project is refused, and so is one of the internal project', async () => {
    const { project } = await signIn()
    const elsewhere = await signIn()
    const internal = await internalProject()
    const owner = await createPerson(internal)

    for (const [token, actual_project_id] of [
      [elsewhere.person.access_token, elsewhere.project.id],
      [owner.access_token, 'internal'],
    ] as const) {
      expect(await useToken(project, token)).toMatchObject({
        status: 401,
        body: {
          code: 'INVALID_PROJECT_FOR_ACCESS_TOKEN',
          details: { expected_project_id: project.id, actual_project_id },
        },
      })
    }
  })

  // ASVS 9.2.2
  test('is not replaced by a refresh token or a project key', async () => {
    const { project, person } = await signIn()
    for (const token of [person.refresh_token, project.keys.secretServerKey, 'a'.repeat(45)]) {
      expect(await useToken(project, token)).toMatchObject(unparsable)
    }
  })

  test('of an anonymous user needs the header that lets it through', async () => {
    const { project } = await signIn()
    const anonymous = await createPerson(project, { isAnonymous: true })
    const refused = { status: 401, body: { code: 'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED' } }

    expect(await useToken(project, anonymous.access_token)).toMatchObject(refused)
    for (const value of ['', 'false', '1', 'TRUE']) {
      const headers = { 'x-stack-allow-anonymous-user': value }
      expect(await useToken(project, anonymous.access_token, headers), value).toMatchObject(refused)
    }
    const allowed = await useToken(project, anonymous.access_token, { 'x-stack-allow-anonymous-user': 'true' })
    expect(allowed).toMatchObject({ status: 200, body: { id: anonymous.id, is_anonymous: true } })
    expect(readClaims(anonymous.access_token)).toMatchObject({
      iss: `http://localhost:8102/api/v1/projects-anonymous-users/${project.id}`,
      aud: `${project.id}:anon`,
      is_anonymous: true,
    })
  })

  test('of a deleted user counts as nobody', async () => {
    const { project, person } = await signIn()
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: person.id } })

    expect(await useToken(project, person.access_token)).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
    })
    expect(await project.send('GET /projects/current', { user: person })).toMatchObject({ status: 200 })
  })
})
