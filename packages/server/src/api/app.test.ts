import { routes } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { expectDocumentedResponse } from '../testing/documented-response.ts'
import { testProject, testServer } from '../testing/index.ts'
import { minimalRequests } from '../testing/minimal-requests.ts'
import { readResponse, type TestProject } from '../testing/project.ts'
import { takeSnapshot } from '../testing/snapshot.ts'
import { createWorld } from '../testing/world.ts'

const routeNames = Object.keys(routes) as (keyof typeof routes)[]
const somePaths = [
  ...new Set(routeNames.map((route) => route.split(' ')[1]!.replaceAll(/\{\w+\}/g, crypto.randomUUID()))),
]

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const { fetch } = await testServer()
  return readResponse(await fetch(path, { method, headers }))
}

describe('paths', () => {
  test.each(['/api/v1', '/api/latest'])('%s has every route', async (prefix) => {
    for (const [method, path] of routeNames.map((route) => route.split(' ') as [string, string])) {
      const answer = await ask(method, `${prefix}${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`)
      expectDocumentedResponse(answer)
      // An unknown project or connection is the same as an unknown path there.
      if (!/jwks|metadata$/.test(path)) expect(answer.status, `${method} ${path}`).not.toBe(404)
    }
  })

  // ASVS 1.1.1
  test.each([
    '/api',
    '/api/',
    '/api/v2/users/me',
    '/api/v1/unknown',
    '/api/v1/users/me/',
    '/api/v1//users/me',
    '/api/v1/USERS/me',
    '/api/v1/projects/current;x=1',
    '/api/v1/users/me/extra',
    '/api/v1/%',
    '/api/v1/%00',
    '/api/v1/__proto__',
    '/api/v1/constructor',
  ])('%s is unknown', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await ask(method, path)
      expect(answer).toMatchObject({ status: 404, body: expect.stringContaining(method) })
      expectDocumentedResponse(answer)
    }
  })

  // ASVS 1.1.1
  test('are the same with other spellings that browsers resolve', async () => {
    expect(await ask('GET', '/api/v1/')).toMatchObject({ status: 200 })
    expect(await ask('GET', '/api/v1/./users/../users/m%65')).toMatchObject({ body: { code: 'ACCESS_TYPE_REQUIRED' } })
  })
})

describe('methods', () => {
  test('outside of the contract are refused on every path', async () => {
    for (const path of [...somePaths.map((each) => `/api/v1${each}`), '/api/v1/unknown', '/api/nowhere']) {
      for (const method of ['HEAD', 'PROPFIND', 'LINK']) {
        const answer = await ask(method, path)
        expect(answer.status, `${method} ${path}`).toBe(405)
        expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      }
    }
  })

  // ASVS 3.5.3
  test('that change something are not replaced by GET, HEAD or PUT', async () => {
    const world = await createWorld(await testServer())
    const { db } = world.project.server.platform
    const before = await takeSnapshot(db, world.project.id)
    for (const route of routeNames.filter((name) => !name.startsWith('GET'))) {
      const path = route.split(' ')[1]!
      for (const method of ['GET', 'HEAD', 'PUT'] as const) {
        if (`${method} ${path}` in routes) continue
        const { body, ...request } = minimalRequests[route](world)
        const answer = await world.project.send(`${method} ${path}`, { ...request, as: 'admin', user: world.person })
        expect([400, 404, 405], `${method} ${path}`).toContain(answer.status)
      }
    }
    expect(await takeSnapshot(db, world.project.id)).toEqual(before)
  })

  test('are not overridden by headers', async () => {
    const world = await createWorld(await testServer())
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE', 'x-http-method': 'DELETE' }
    await world.project.call('GET /users/me', { user: world.person, headers })
    await world.project.call('PATCH /users/me', { user: world.person, headers, body: {} })
    expect(await world.project.send('GET /users/me', { user: world.person })).toMatchObject({ status: 200 })
  })

  // ASVS 3.5.3
  test('GET changes nothing, however often it is sent', async () => {
    const world = await createWorld(await testServer())
    const { db } = world.project.server.platform
    const before = await takeSnapshot(db, world.project.id)
    // But for the one that remembers why it sent a browser away.
    const reads = routeNames.filter((name) => name.startsWith('GET') && !name.includes('/oauth/authorize/'))
    for (const route of reads) {
      for (const as of ['client', 'server', 'admin', 'admin'] as const) {
        await world.project.send(route, { ...minimalRequests[route](world), as, user: world.person })
      }
    }
    expect(await takeSnapshot(db, world.project.id)).toEqual(before)
  })
})

describe('web pages of other origins', () => {
  // ASVS 3.4.2
  test('may ask what they may send, on every path and whatever their credentials', async () => {
    for (const path of [
      ...somePaths.map((each) => `/api/v1${each}`),
      '/api/latest',
      '/api/v1/unknown',
      '/api/nowhere/x',
    ]) {
      const answer = await ask('OPTIONS', path, {
        origin: 'https://evil.example',
        'x-stack-access-type': 'nonsense',
        'x-stack-access-token': 'garbage',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-evil',
      })
      expect(answer).toMatchObject({ status: 200, body: '' })
      expectDocumentedResponse(answer)
      expect(answer.headers.get('cache-control')).toBe('no-store, max-age=0')
      expect(answer.headers.get('access-control-max-age')).toBe('86400')
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE, OPTIONS')
    }
  })

  test('may send all headers of the contract and no others', async () => {
    const { headers } = await ask('OPTIONS', '/api/v1')
    const allowed = headers.get('access-control-allow-headers')!.split(', ')
    for (const name of [
      'content-type',
      'authorization',
      'x-stack-project-id',
      'x-stack-branch-id',
      'x-stack-access-type',
      'x-stack-publishable-client-key',
      'x-stack-secret-server-key',
      'x-stack-super-secret-admin-key',
      'x-stack-admin-access-token',
      'x-stack-access-token',
      'x-stack-refresh-token',
      'x-stack-allow-anonymous-user',
      'x-stack-override-error-status',
      'x-stack-client-version',
      'x-stack-random-nonce',
      'x-stack-workflow-token',
    ]) {
      expect(allowed).toContain(name)
    }
    expect(allowed).not.toContain('*')
    expect(allowed).not.toContain('cookie')
  })

  // ASVS 3.5.1, 3.5.2
  test('cannot act for a visitor by a form or by text that happens to be JSON', async () => {
    const project = await testProject()
    const { email, password } = await project.signUp()
    for (const [type, body] of [
      ['text/plain', JSON.stringify({ email, password })],
      ['application/x-www-form-urlencoded', new URLSearchParams({ email, password }).toString()],
    ] as const) {
      const headers = { 'content-type': type, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const response = await project.server.fetch('/api/v1/auth/password/sign-in', { method: 'POST', headers, body })
      expect(response.status).toBe(400)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
    const withHeaders = { ...project.headers('client'), 'content-type': 'text/plain' }
    const init = { method: 'POST', headers: withHeaders, body: JSON.stringify({ email, password }) }
    expect((await project.server.fetch('/api/v1/auth/password/sign-in', init)).status).toBe(400)
  })
})

describe('JSON', () => {
  const read = async ({ send }: TestProject, accept: string) => send('GET /projects/current', { headers: { accept } })

  test('is indented for people with a browser and compact for programs', async () => {
    const project = await testProject()
    const { fetch } = project.server
    const text = async (accept: string) =>
      (await fetch('/api/v1/projects/current', { headers: { ...project.headers('client'), accept } })).text()

    expect(await text('text/html,application/xhtml+xml')).toContain('\n  "id"')
    expect(await text('application/json')).not.toContain('\n')
    expect((await read(project, 'text/html')).body).toEqual((await read(project, '*/*')).body)
  })
})
