import { describe, expect, test } from 'vitest'
import { separateServer, testProject } from '../../testing/index.ts'
import { createTestProject, type TestProject } from '../../testing/project.ts'
import { createPerson, readClaims, sessionIdOf } from '../../testing/world.ts'

const yearMillis = 31_536_000_000
const maxMillis = 31_708_800_000

const refresh = (project: TestProject, refreshToken: string, headers: Record<string, string> = {}) =>
  project.send('POST /auth/sessions/current/refresh', {
    headers: { 'x-stack-refresh-token': refreshToken, ...headers },
  })

const sessionEnded = { status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } }
const schemaError = (place: string) => ({
  status: 400,
  body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining(place) } },
})

describe('creating a session', () => {
  test('gives a server or an admin the tokens of a user and nothing else', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    for (const as of ['server', 'admin'] as const) {
      const tokens = await project.call('POST /auth/sessions', { as, body: { user_id: person.id } })
      expect(Object.keys(tokens).sort()).toEqual(['access_token', 'refresh_token'])
      expect(tokens.refresh_token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
      expect(await project.call('GET /users/me', { user: tokens })).toMatchObject({ id: person.id })
      expect(await refresh(project, tokens.refresh_token)).toMatchObject({ status: 200 })
    }
  })

  test('is not for clients, whatever their request is like', async () => {
    const { send } = await testProject()
    for (const body of [{ user_id: crypto.randomUUID() }, { user_id: 5, extra: true }, {}, []]) {
      expect(await send('POST /auth/sessions', { body })).toMatchObject({
        status: 401,
        body: {
          code: 'INSUFFICIENT_ACCESS_TYPE',
          details: { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
        },
      })
    }
  })

  test('takes `me` for the signed-in user, and only in that spelling', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const create = (user_id: string, signedIn?: typeof user) =>
      project.send('POST /auth/sessions', { as: 'server', user: signedIn, body: { user_id } })

    const { body } = await create('me', user)
    expect(readClaims((body as typeof user).access_token).sub).toBe(user.id)
    expect(await create(user.id.toUpperCase())).toMatchObject({ status: 200 })
    expect(await create('me')).toMatchObject({ status: 400, body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } })
    for (const id of ['ME', 'Me', ' me', 'you', ''])
      expect(await create(id, user), id).toMatchObject(schemaError('body.user_id'))
  })

  test('says when there is no such user', async () => {
    const { send } = await testProject()
    const user_id = crypto.randomUUID()
    expect(await send('POST /auth/sessions', { as: 'server', body: { user_id } })).toMatchObject({
      status: 400,
      body: { code: 'USER_ID_DOES_NOT_EXIST', details: { user_id } },
    })
  })

  // ASVS 7.3.2, 10.4.8
  test('lasts a year, or as long as requested, up to 367 days', async () => {
    let now = Date.now()
    const project = await createTestProject(await separateServer({ now: () => new Date(now) }))
    const { id: user_id } = await createPerson(project)
    const start = now
    for (const [expires_in_millis, lifetime] of [
      [undefined, yearMillis],
      [1, 1],
      ['1000', 1000],
      [maxMillis, maxMillis],
    ] as const) {
      now = start
      const { body } = await project.send('POST /auth/sessions', { as: 'server', body: { user_id, expires_in_millis } })
      const { refresh_token } = body as { refresh_token: string }
      now = start + lifetime - 1
      expect(await refresh(project, refresh_token)).toMatchObject({ status: 200 })
      now = start + lifetime
      expect(await refresh(project, refresh_token)).toMatchObject(sessionEnded)
    }
    for (const expires_in_millis of [-1, 0, 1.5, maxMillis + 1, 1e18, '1e3', 'year', null, [1], {}]) {
      const response = await project.send('POST /auth/sessions', { as: 'server', body: { user_id, expires_in_millis } })
      expect(response, String(expires_in_millis)).toMatchObject(schemaError('body.expires_in_millis'))
    }
  })

  test('requires no second factor, and its tokens do not say that it is an impersonation', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const totp_secret_base64 = Buffer.alloc(20, 7).toString('base64')
    await project.call('PATCH /users/{user_id}', {
      as: 'server',
      params: { user_id: person.id },
      body: { totp_secret_base64 },
    })
    const impersonation = await project.call('POST /auth/sessions', {
      as: 'server',
      body: { user_id: person.id, is_impersonation: true },
    })
    expect(Object.keys(readClaims(impersonation.access_token))).toEqual(Object.keys(readClaims(person.access_token)))
  })
})

describe('listing sessions', () => {
  test('shows a person their own, newest first, and which one they use', async () => {
    let now = Date.now()
    const project = await createTestProject(await separateServer({ now: () => new Date(now) }))
    const person = await createPerson(project)
    now += 1000
    const second = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } })
    now += 1000
    await refresh(project, person.refresh_token)

    for (const user_id of ['me', person.id]) {
      const list = await project.call('GET /auth/sessions', { user: person, query: { user_id } })
      const session = { user_id: person.id, is_impersonation: false }
      expect(list).toEqual({
        items: [
          {
            ...session,
            id: sessionIdOf(second),
            created_at: now - 1000,
            last_used_at: now - 1000,
            is_current_session: false,
          },
          { ...session, id: sessionIdOf(person), created_at: now - 2000, last_used_at: now, is_current_session: true },
        ],
        is_paginated: false,
      })
    }
    const { items } = await project.call('GET /auth/sessions', { as: 'server', query: { user_id: person.id } })
    expect(items.map((item) => item.is_current_session)).toEqual([false, false])
  })

  test('shows impersonations to admins only, and expired sessions to everyone', async () => {
    let now = Date.now()
    const project = await createTestProject(await separateServer({ now: () => new Date(now) }))
    const person = await createPerson(project)
    const body = { user_id: person.id, expires_in_millis: 1 }
    const expired = await project.call('POST /auth/sessions', { as: 'server', body })
    const impersonation = await project.call('POST /auth/sessions', {
      as: 'server',
      body: { ...body, is_impersonation: true },
    })
    now += 10
    const idsFor = async (as: 'client' | 'server' | 'admin') => {
      const { items } = await project.call('GET /auth/sessions', { as, user: person, query: { user_id: 'me' } })
      return new Set(items.map((item) => item.id))
    }
    const visible = [sessionIdOf(person), sessionIdOf(expired)]

    expect(await idsFor('client')).toEqual(new Set(visible))
    expect(await idsFor('server')).toEqual(new Set(visible))
    expect(await idsFor('admin')).toEqual(new Set([...visible, sessionIdOf(impersonation)]))
  })

  test('refuses clients what is not theirs', async () => {
    const project = await testProject()
    const [ada, eve] = [await createPerson(project), await createPerson(project)]
    const list = (user_id: string | undefined, user?: typeof ada) =>
      project.send('GET /auth/sessions', { user, query: { user_id } })

    expect(await list(ada.id, eve)).toMatchObject({ status: 403, body: expect.any(String) })
    expect(await list(crypto.randomUUID(), eve)).toMatchObject({ status: 403, body: expect.any(String) })
    for (const id of ['me', ada.id]) {
      expect(await list(id)).toMatchObject({ status: 400, body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } })
    }
    for (const id of [undefined, '', 'ME', '1']) expect(await list(id, ada)).toMatchObject(schemaError('query.user_id'))
  })
})

describe('ending a session', () => {
  // ASVS 7.5.2, 10.4.9
  test("works for one's own sessions except the current one, immediately", async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const other = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } })
    const end = (id: string) =>
      project.send('DELETE /auth/sessions/{id}', { user: person, params: { id }, query: { user_id: 'me' } })

    expect(await end(sessionIdOf(other))).toMatchObject({ status: 200, body: { success: true } })
    expect(await refresh(project, other.refresh_token)).toMatchObject(sessionEnded)
    expect(await end(sessionIdOf(other))).toMatchObject({ status: 404, body: expect.any(String) })
    expect(await end(sessionIdOf(person))).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_DELETE_CURRENT_SESSION' },
    })
    expect(await end('1')).toMatchObject(schemaError('params.id'))
    expect(await refresh(project, person.refresh_token)).toMatchObject({ status: 200 })
  })

  test('of another user or another project is treated as if there were none', async () => {
    const project = await testProject()
    const elsewhere = await testProject()
    const [ada, eve, stranger] = [
      await createPerson(project),
      await createPerson(project),
      await createPerson(elsewhere),
    ]
    const end = (id: string, options: object) =>
      project.send('DELETE /auth/sessions/{id}', { params: { id }, ...options })
    const notFound = await end(crypto.randomUUID(), { user: eve, query: { user_id: 'me' } })
    expect(notFound).toMatchObject({ status: 404, body: expect.any(String) })

    for (const victim of [ada, stranger]) {
      const id = sessionIdOf(victim)
      for (const user_id of ['me', eve.id, ada.id]) {
        const response = await end(id, { user: eve, query: { user_id } })
        expect([response.status, response.body]).toEqual([notFound.status, notFound.body])
      }
      expect(await end(id, { query: { user_id: ada.id } })).toMatchObject({ status: 404 })
    }
    expect(await refresh(project, ada.refresh_token)).toMatchObject({ status: 200 })
    expect(await refresh(elsewhere, stranger.refresh_token)).toMatchObject({ status: 200 })
  })

  // ASVS 7.4.5
  test('needs no user id from servers and admins, who may end any', async () => {
    const project = await testProject()
    for (const as of ['server', 'admin'] as const) {
      const person = await createPerson(project)
      const params = { id: sessionIdOf(person) }
      expect(await project.send('DELETE /auth/sessions/{id}', { as, params })).toMatchObject({ status: 200 })
      expect(await refresh(project, person.refresh_token)).toMatchObject(sessionEnded)
    }
    const person = await createPerson(project)
    const client = await project.send('DELETE /auth/sessions/{id}', {
      user: person,
      params: { id: sessionIdOf(person) },
    })
    expect(client).toMatchObject(schemaError('query.user_id is required'))
  })
})
