import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { separateServer, testProject } from '../../testing/index.ts'
import { createTestProject, type TestProject } from '../../testing/project.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { createPerson, readClaims, sessionIdOf, signLongAgo } from '../../testing/world.ts'

const refresh = (project: TestProject, refreshToken: string, headers: Record<string, string> = {}) =>
  project.send('POST /auth/sessions/current/refresh', {
    headers: { 'x-stack-refresh-token': refreshToken, ...headers },
  })

const sessionEnded = { status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } }
const schemaError = (place: string) => ({
  status: 400,
  body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining(place) } },
})

describe('signing out', () => {
  // ASVS 7.4.1
  test('ends the session of the access token, which itself lives on', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const signOut = (body?: unknown) => project.send('DELETE /auth/sessions/current', { user: person, body })

    expect(await signOut({ anything: 'is ignored' })).toMatchObject({ status: 200, body: { success: true } })
    expect(await refresh(project, person.refresh_token)).toMatchObject(sessionEnded)
    expect(await signOut()).toMatchObject(sessionEnded)
    expect(await project.call('GET /users/me', { user: person })).toMatchObject({ id: person.id })
  })

  test('refuses reads of a client that asks for a live session, which are still one statement each', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const headers = { 'x-stack-require-live-session': 'true' }
    const reads = () =>
      Promise.all([
        project.send('GET /users/me', { user: person, headers }),
        project.send('GET /users/me', { as: 'server', user: person, headers }),
        project.send('GET /teams', { user: person, headers, query: { user_id: 'me' } }),
      ])
    for (const answer of await reads()) expect(answer).toMatchObject({ status: 200 })
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await project.call('GET /users/me', { user: person, headers })
    expect(query.mock.calls.filter((call) => JSON.stringify(call[0]).includes(project.id))).toHaveLength(1)
    query.mockRestore()
    await project.call('DELETE /auth/sessions/current', { user: person })
    for (const answer of await reads()) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
    }
  })

  test('is the same for a client that asks for a live session of a deleted user', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: person.id } })
    const headers = { 'x-stack-require-live-session': 'true' }
    expect(await project.send('GET /users/me', { user: person, headers })).toMatchObject({
      status: 401,
      body: { code: 'ACCESS_TOKEN_EXPIRED' },
    })
  })

  test('without an access token says that it has expired', async () => {
    const now = Date.now()
    const project = await createTestProject(await separateServer({ now: () => new Date(now) }))
    const person = await createPerson(project)
    const headers = { 'x-stack-refresh-token': person.refresh_token }

    expect(await project.send('DELETE /auth/sessions/current', { headers })).toMatchObject({
      status: 401,
      body: { code: 'ACCESS_TOKEN_EXPIRED', details: { expired_at_millis: now } },
    })
    expect(await refresh(project, person.refresh_token)).toMatchObject({ status: 200 })
  })
})

describe('refreshing', () => {
  // ASVS 7.2.2
  test('gives a new access token as often as asked, and records that the person is active', async () => {
    let now = Date.now()
    const project = await createTestProject(await separateServer({ now: () => new Date(now) }))
    const person = await createPerson(project)
    for (let round = 0; round < 3; round++) {
      now += 5_000
      const { body } = await refresh(project, person.refresh_token)
      expect(body).toEqual({ access_token: expect.any(String) })
      const { access_token } = body as { access_token: string }
      expect(readClaims(access_token)).toMatchObject({ sub: person.id, iat: Math.floor(now / 1000) })
      expect(sessionIdOf({ access_token })).toBe(sessionIdOf(person))
      expect(await project.call('GET /users/me', { as: 'server', user: person })).toMatchObject({
        last_active_at_millis: now,
      })
    }
  })

  test('is what records activity; nothing else that a person does with a token writes anything', async () => {
    let now = Date.now()
    const project = await createTestProject(await separateServer({ now: () => new Date(now) }))
    const person = await createPerson(project)
    const { db } = project.server.platform
    const before = await takeSnapshot(db, project.id)
    now += 60_000
    await project.call('GET /users/me', { user: person })
    await project.call('GET /auth/sessions', { user: person, query: { user_id: 'me' } })
    await project.call('GET /projects/current', { user: person })
    expect(await takeSnapshot(db, project.id)).toEqual(before)

    await refresh(project, person.refresh_token)
    const { items } = await project.call('GET /auth/sessions', { user: person, query: { user_id: 'me' } })
    expect(items).toMatchObject([{ last_used_at: now }])
  })

  test('needs the header with the refresh token of this very project', async () => {
    const project = await testProject()
    const elsewhere = await createPerson(await testProject())
    const deleted = await createPerson(project)
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: deleted.id } })

    expect(await project.send('POST /auth/sessions/current/refresh')).toMatchObject(
      schemaError('headers.x-stack-refresh-token is required'),
    )
    expect(await refresh(project, '')).toMatchObject(schemaError('headers.x-stack-refresh-token'))
    for (const token of [
      'x',
      'a'.repeat(45),
      elsewhere.refresh_token,
      deleted.refresh_token,
      project.keys.secretServerKey,
    ]) {
      expect(await refresh(project, token)).toMatchObject(sessionEnded)
    }
    const person = await createPerson(project)
    expect(await refresh(project, person.refresh_token.toUpperCase())).toMatchObject(sessionEnded)
  })

  test('fails when an access token is sent along that is not good', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const expired = { 'x-stack-access-token': await signLongAgo(project.server, person) }

    expect(await refresh(project, person.refresh_token, expired)).toMatchObject({
      status: 401,
      body: { code: 'ACCESS_TOKEN_EXPIRED' },
    })
    expect(await refresh(project, person.refresh_token, { 'x-stack-access-token': 'garbage' })).toMatchObject({
      body: { code: 'UNPARSABLE_ACCESS_TOKEN' },
    })
  })
})
