import { describe, expect, test } from 'vitest'
import {
  type Forgeable,
  forge,
  forgeries,
  readForgeable,
  strangersKey,
  wrongClaims,
} from '../../testing/forged-tokens.ts'
import { internalProject, testProject } from '../../testing/index.ts'
import type { TestProject } from '../../testing/project.ts'
import { createPerson, type Person, readClaims, signLongAgo } from '../../testing/world.ts'

async function signIn(): Promise<{ project: TestProject; person: Person; original: Forgeable }> {
  const project = await testProject()
  const person = await createPerson(project)
  return { project, person, original: readForgeable(project, person.access_token) }
}

const useToken = (project: TestProject, access_token: string, headers: Record<string, string> = {}) =>
  project.send('GET /users/me', { user: { access_token }, headers })

const unparsable = { status: 401, body: { code: 'UNPARSABLE_ACCESS_TOKEN' } }

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
    expect(await useToken(project, forge(header, claims, strangersKey))).toMatchObject(unparsable)
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
