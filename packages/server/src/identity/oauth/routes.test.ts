import { describe, expect, test } from 'vitest'
import { separateServer, testProject } from '../../testing/index.ts'
import { createTestProject, readResponse, sendRequest, type TestProject } from '../../testing/project.ts'
import { createPerson, createWorld, type Person, readClaims, sessionIdOf } from '../../testing/world.ts'

const route = 'POST /auth/oauth/token'

function grant(project: TestProject, { refresh_token }: Pick<Person, 'refresh_token'>) {
  return {
    grant_type: 'refresh_token',
    client_id: project.id,
    client_secret: project.keys.publishableClientKey,
    refresh_token,
  }
}

/** As OAuth libraries send it: no headers of ours. */
const send = ({ server }: TestProject, body: unknown) => sendRequest(server, route, { body })

async function sendForm({ server }: TestProject, form: string | Record<string, string>) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return readResponse(await server.fetch('/api/v1/auth/oauth/token', { method: 'POST', headers, body }))
}

const wrongClient = { status: 400, body: { code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', details: { client_id: null } } }
const sessionEnded = { status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', error: expect.any(String) } }
const invalidRequest = { status: 400, body: { error: 'invalid_request', error_description: expect.any(String) } }

describe('the refresh-token grant', () => {
  test('gives an access token for a form and for JSON alike, and no new refresh token', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    for (const response of [
      await send(project, grant(project, person)),
      await sendForm(project, grant(project, person)),
      await send(project, { ...grant(project, person), scope: 'legacy' }),
      await sendForm(project, { ...grant(project, person), client_id: `${project.id}#main` }),
    ]) {
      expect(response).toMatchObject({ status: 200 })
      expect(response.body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 599,
        scope: 'legacy',
      })
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('pragma')).toBe('no-cache')
      const { access_token } = response.body as { access_token: string }
      expect(readClaims(access_token).sub).toBe(person.id)
      expect(sessionIdOf({ access_token })).toBe(sessionIdOf(person))
    }
  })

  test('never calls a new token expired, however short tokens live', async () => {
    const server = await separateServer({ config: { accessTokenSeconds: 1 } })
    const project = await createTestProject(server)
    const session = await project.signUp()
    expect(await send(project, grant(project, session))).toMatchObject({ status: 200, body: { expires_in: 1 } })
  })

  // ASVS 10.4.4
  test('refuses other and missing grants as a wrong request', async () => {
    const project = await testProject()
    const good = grant(project, await createPerson(project))
    const { grant_type, ...withoutGrant } = good
    for (const body of [
      withoutGrant,
      { ...good, grant_type: 'password' },
      { ...good, grant_type: 'client_credentials' },
      { ...good, grant_type: null },
      { ...good, scope: 'admin' },
      { ...good, extra: 'x' },
      [],
      undefined,
    ]) {
      const response = await send(project, body)
      expect(response, JSON.stringify(body)).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
      expect((response.body as { error: string }).error).toMatch(/\S/)
    }
  })

  test('refuses a client that is missing, wrong or of another project', async () => {
    const world = await createWorld((await testProject()).server)
    const { project, person, revokedKeys, expiredKeys } = world
    const elsewhere = await testProject()
    const good = grant(project, person)
    const { client_id, ...withoutId } = good
    const { client_secret, ...withoutSecret } = good
    for (const body of [
      withoutId,
      withoutSecret,
      { ...good, client_id: '' },
      { ...good, client_id: crypto.randomUUID() },
      { ...good, client_id: `${project.id}#other` },
      { ...good, client_id: `${project.id}#` },
      { ...good, client_id: `${project.id}#main#main` },
      { ...good, client_id: elsewhere.id },
      { ...good, client_secret: '' },
      { ...good, client_secret: elsewhere.keys.publishableClientKey },
      { ...good, client_secret: project.keys.secretServerKey },
      { ...good, client_secret: revokedKeys.publishableClientKey },
      { ...good, client_secret: expiredKeys.publishableClientKey },
    ]) {
      expect(await send(project, body), JSON.stringify(body)).toMatchObject(wrongClient)
    }
  })

  test('tells OAuth libraries in their own words that the refresh token is missing or malformed', async () => {
    const project = await testProject()
    const good = grant(project, await createPerson(project))
    const { refresh_token, ...withoutToken } = good
    for (const body of [
      withoutToken,
      { ...good, refresh_token: '' },
      { ...good, refresh_token: 'a\nb' },
      { ...good, refresh_token: 'ä' },
    ]) {
      const response = await send(project, body)
      expect(response, JSON.stringify(body)).toMatchObject(invalidRequest)
      expect(response.headers.get('x-stack-known-error')).toBeNull()
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })

  test('refuses sessions that are unknown, ended, expired, of another project or of a deleted user', async () => {
    let now = Date.now()
    const server = await separateServer({ now: () => new Date(now) })
    const project = await createTestProject(server)
    const elsewhere = await createPerson(await createTestProject(server))
    const [ended, deleted, expired] = [
      await createPerson(project),
      await createPerson(project),
      await createPerson(project),
    ]
    await project.call('DELETE /auth/sessions/current', { user: ended })
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: deleted.id } })
    for (const person of [ended, deleted, elsewhere, { refresh_token: 'a'.repeat(45) }]) {
      expect(await send(project, grant(project, person))).toMatchObject(sessionEnded)
    }
    expect(await send(project, grant(project, expired))).toMatchObject({ status: 200 })
    now += 365 * 24 * 3600 * 1000
    expect(await send(project, grant(project, expired))).toMatchObject(sessionEnded)
  })

  test('checks headers of ours when they are sent', async () => {
    const project = await testProject()
    const body = grant(project, await createPerson(project))
    expect(await project.send(route, { body })).toMatchObject({ status: 200 })
    expect(await project.send(route, { body, headers: { 'x-stack-access-token': 'garbage' } })).toMatchObject({
      body: { code: 'UNPARSABLE_ACCESS_TOKEN' },
    })
    expect(
      await project.send(route, { body, headers: { 'x-stack-publishable-client-key': 'pck_wrong' } }),
    ).toMatchObject({ body: { code: 'INVALID_PUBLISHABLE_CLIENT_KEY' } })
  })

  test('does not take a form that can be read in two ways', async () => {
    const project = await testProject()
    const form = new URLSearchParams(grant(project, await createPerson(project))).toString()
    for (const broken of [
      `${form}&client_id=${crypto.randomUUID()}`,
      `${form}&scope=%ff`,
      `${form}&scope=%zz`,
      `${form}&scope=%`,
      `${form}&scope=a%00`,
      `${form}&__proto__=x`,
    ]) {
      expect(await sendForm(project, broken), broken).toMatchObject({
        status: 400,
        body: { code: 'BODY_PARSING_ERROR' },
      })
    }
    expect(await sendForm(project, `&${form}&`)).toMatchObject({ status: 200 })
  })
})
