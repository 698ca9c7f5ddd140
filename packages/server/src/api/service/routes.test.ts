import { describe, expect, test } from 'vitest'
import { version } from '../../platform/version.ts'
import { separateServer, testProject, testServer } from '../../testing/index.ts'
import { sendRequest } from '../../testing/project.ts'
import { createPerson } from '../../testing/world.ts'

describe('the root of the API', () => {
  const lines = (body: unknown) => String(body).split('\n')

  test('tells who is asking', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const nameless = await createPerson(project)
    await project.call('PATCH /users/{user_id}', {
      as: 'server',
      params: { user_id: nameless.id },
      body: { primary_email: null },
    })
    const nobody = await sendRequest(project.server, 'GET /')
    expect(nobody.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(lines(nobody.body).slice(1)).toEqual(['', 'Authentication: None'])

    for (const [as, name] of [
      ['client', 'Client'],
      ['server', 'Server'],
      ['admin', 'Admin'],
    ] as const) {
      for (const [user, shown] of [
        [undefined, 'None'],
        [person, person.email],
        [nameless, nameless.id],
      ] as const) {
        const { body } = await project.send('GET /', { as, user })
        expect(lines(body).slice(1)).toEqual([
          '',
          `Authentication: ${name}`,
          `  Project: ${project.id}`,
          `  User: ${shown}`,
        ])
      }
    }
  })

  test('refuses credentials that are wrong and parameters that it does not have', async () => {
    const { send } = await testProject()
    expect(await send('GET /', { headers: { 'x-stack-publishable-client-key': 'pck_wrong' } })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_PUBLISHABLE_CLIENT_KEY' },
    })
    expect(await send('GET /', { query: { x: 1 } })).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })
})

describe('asking for a feature', () => {
  const ask = async (body?: unknown) => sendRequest(await testServer(), 'POST /check-feature-support', { body })

  test('is refused with a message that names it', async () => {
    const { status, headers, body } = await ask({ feature_name: 'time travel', anything: ['else'] })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(body).toContain('"time travel" is not supported')
  })

  test.each([
    undefined,
    null,
    [],
    'text',
    5,
    {},
    { feature_name: 5 },
    { feature_name: '' },
    { feature_name: {} },
  ])('is refused in general terms when the body is %j', async (body) =>
    expect(await ask(body)).toMatchObject({ status: 200, body: expect.stringContaining('This feature') }))

  test('does not echo more than a name', async () => {
    const { body } = await ask({ feature_name: 'x'.repeat(100_000) })
    expect(String(body).length).toBeLessThan(400)
  })
})

describe('comparing versions', () => {
  const [major, minor, patch] = version.split('.').map(Number) as [number, number, number]
  const compare = async (clientVersion: string) =>
    (await sendRequest(await testServer(), 'POST /check-version', { body: { clientVersion } })).body

  test('accepts the same version', async () => {
    expect(await compare(version)).toEqual({ upToDate: true })
    expect(await compare(`${version}-beta.1`)).toEqual({ upToDate: true })
  })

  test.each([
    [`${major}.${minor}.${patch + 1}`, false],
    [`${major}.${minor + 1}.${patch}`, true],
    [`${major + 1}.${minor}.${patch}`, true],
    ['latest', true],
    ['', true],
    ['1.2', true],
    [`${version}.1`, true],
  ])('finds %j out of date, which is severe: %j', async (clientVersion, severe) => {
    expect(await compare(clientVersion)).toEqual({ upToDate: false, error: expect.any(String), severe })
  })

  test('needs a version', async () => {
    for (const body of [{}, { clientVersion: null }, { clientVersion: ['1'] }, { clientVersion: '1.0.0', x: 1 }]) {
      const answer = await sendRequest(await testServer(), 'POST /check-version', { body })
      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })
})

describe('the health check', () => {
  test('says that the server responds, and with `db` that the database does', async () => {
    const { fetch } = await testServer()
    for (const path of ['/health', '/health?db', '/health?db=1', '/health?db=']) {
      const response = await fetch(path)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'ok' })
      for (const what of ['origin', 'methods', 'headers']) {
        expect(response.headers.get(`access-control-allow-${what}`)).toBe('*')
      }
      expect(response.headers.get('access-control-expose-headers')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await fetch('/health', { method: 'OPTIONS' })).headers.get('access-control-allow-origin')).toBe('*')
  })

  test('does not ask the database unless it is told to', async () => {
    const server = await separateServer({})
    await server.platform.database.close()
    expect((await server.fetch('/health')).status).toBe(200)
    expect((await server.fetch('/health?db')).status).toBe(500)
  })
})
