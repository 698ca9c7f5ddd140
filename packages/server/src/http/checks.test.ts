import { describe, expect, test } from 'vitest'
import { testProject, testServer } from '../testing/index.ts'
import { readResponse, sendRequest, type WireResponse } from '../testing/project.ts'
import { createPerson, createWorld } from '../testing/world.ts'

const codeOf = ({ status, headers }: WireResponse) => `${status} ${headers.get('x-stack-known-error') ?? ''}`.trim()
const messageOf = ({ body }: WireResponse) => (body as { details: { message: string } }).details.message

// ASVS 2.2.2
test('checks are made in the order of the contract', async () => {
  const { project, person } = await createWorld(await testServer())
  const { fetch } = project.server
  const path = '/api/v1/auth/sessions'
  const request: { method: string; headers: Record<string, string>; body: string } = {
    method: 'LINK',
    headers: { 'content-type': 'text/html' },
    body: '{',
  }
  const send = async (change: Partial<typeof request>) =>
    codeOf(await readResponse(await fetch(path, Object.assign(request, change))))
  const addHeaders = (headers: Record<string, string>) => ({ headers: { ...request.headers, ...headers } })
  const key = { 'x-stack-secret-server-key': project.keys.secretServerKey }
  const body = (value: object) => ({ body: JSON.stringify(value) })

  expect(await send({})).toBe('405')
  expect(await send({ method: 'POST' })).toBe('400 BODY_PARSING_ERROR')
  expect(await send(addHeaders({ 'content-type': 'application/json', ...key }))).toBe('400 BODY_PARSING_ERROR')
  expect(await send(body({ user_id: 'me', extra: 1 }))).toBe('400 PROJECT_KEY_WITHOUT_ACCESS_TYPE')
  const garbage = { 'x-stack-access-token': 'garbage', 'x-stack-branch-id': 'other' }
  expect(await send(addHeaders({ 'x-stack-access-type': 'root', ...garbage }))).toBe('400 INVALID_ACCESS_TYPE')
  expect(await send(addHeaders({ 'x-stack-access-type': 'client' }))).toBe('400 ACCESS_TYPE_WITHOUT_PROJECT_ID')
  expect(await send(addHeaders({ 'x-stack-project-id': 'unknown' }))).toBe('401 UNPARSABLE_ACCESS_TOKEN')
  expect(await send(addHeaders({ 'x-stack-access-token': person.access_token }))).toBe(
    '401 INVALID_PROJECT_FOR_ACCESS_TOKEN',
  )
  const adminToken = { 'x-stack-admin-access-token': 'garbage', 'x-stack-workflow-token': 'unknown' }
  expect(await send(addHeaders({ 'x-stack-access-token': '', ...adminToken }))).toBe('400 CURRENT_PROJECT_NOT_FOUND')
  expect(await send(addHeaders({ 'x-stack-project-id': project.id }))).toBe('401 UNPARSABLE_ADMIN_ACCESS_TOKEN')
  expect(await send(addHeaders({ 'x-stack-admin-access-token': '' }))).toBe('400 WORKFLOW_TOKEN_DOES_NOT_EXIST')
  expect(await send(addHeaders({ 'x-stack-workflow-token': '' }))).toBe('401 CLIENT_AUTHENTICATION_REQUIRED')
  const clientKey = 'x-stack-publishable-client-key'
  expect(await send(addHeaders({ [clientKey]: 'pck_wrong' }))).toBe('401 INVALID_PUBLISHABLE_CLIENT_KEY')
  expect(await send(addHeaders({ [clientKey]: project.keys.publishableClientKey }))).toBe('400 BRANCH_DOES_NOT_EXIST')
  expect(await send(addHeaders({ 'x-stack-branch-id': 'main' }))).toBe('400 CANNOT_GET_OWN_USER_WITHOUT_USER')
  expect(await send(body({ user_id: 'nobody', extra: 1 }))).toBe('401 INSUFFICIENT_ACCESS_TYPE')
  expect(await send(addHeaders({ 'x-stack-access-type': 'server' }))).toBe('400 SCHEMA_ERROR')
  expect(await send(body({ user_id: crypto.randomUUID() }))).toBe('400 USER_ID_DOES_NOT_EXIST')
  expect(await send(body({ user_id: person.id }))).toBe('200')
})

describe('a path with `me` that nobody is signed in for', () => {
  test('says so before it says anything about the request', async () => {
    const { send } = await testProject()
    for (const as of ['client', 'server', 'admin'] as const) {
      const answers = [
        await send('PATCH /users/me', { as, body: { nonsense: true } }),
        await send('PATCH /users/me', { as }),
        await send('GET /users/me', { as, query: { nonsense: 1 } }),
        await send('DELETE /users/me', { as, query: { nonsense: 1 } }),
      ]
      for (const answer of answers) expect(codeOf(answer)).toBe('400 CANNOT_GET_OWN_USER_WITHOUT_USER')
    }
  })

  test('says first that there is no project access', async () => {
    const answer = await sendRequest(await testServer(), 'PATCH /users/me', { body: { nonsense: true } })
    expect(codeOf(answer)).toBe('400 ACCESS_TYPE_REQUIRED')
  })
})

// ASVS 2.2.2
describe('a request that is not valid', () => {
  test('is told all its problems at once, one per line, under the method and path', async () => {
    const { send } = await testProject()
    const answer = await send('PATCH /users/{user_id}', {
      as: 'server',
      params: { user_id: '123' },
      query: { limit: 0, color: 'red' },
      body: { display_name: 5, primary_email: 'nobody', is_anonymous: true, oops: { a: 1 } },
    })
    expect(codeOf(answer)).toBe('400 SCHEMA_ERROR')
    const [first, ...problems] = messageOf(answer).split('\n')
    expect(first).toContain('PATCH /api/v1/users/123')
    expect(problems.sort()).toEqual([
      '  - body has the unknown property "oops"',
      '  - body.is_anonymous must be false',
      '  - body.primary_email must be a valid email address',
      '  - params.user_id must be a UUID',
      '  - query has the unknown property "color"',
      '  - query.limit must be at least 1',
    ])
    expect(answer.body).toMatchObject({ error: messageOf(answer) })
  })

  test('is told about a missing user and a missing header like about any other field', async () => {
    const { send } = await testProject()
    const update = await send('POST /auth/password/update', { body: { old_password: 1, extra: 2 } })
    expect(messageOf(update)).toContain('auth.user is required')
    expect(messageOf(update)).toContain('body.new_password is required')
    expect(messageOf(update)).toContain('body has the unknown property "extra"')
    const refresh = await send('POST /auth/sessions/current/refresh')
    expect(messageOf(refresh)).toContain('headers.x-stack-refresh-token is required')
  })

  test('gets a response that is not much larger than itself', async () => {
    const { send } = await testProject()
    const body = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`x${index}`, 1]))
    const answer = await send('POST /check-version', { body })
    expect(codeOf(answer)).toBe('400 SCHEMA_ERROR')
    expect(messageOf(answer)).toContain('and 18951 more problems')
    expect(JSON.stringify(answer.body).length).toBeLessThan(20_000)
  })

  const objectWith = (members: number) => Object.fromEntries(Array.from({ length: members }, (_, n) => [`x${n}`, 1]))
  test.each([
    ['values', JSON.stringify({ list: Array(150_000).fill(0) }), 'application/json'],
    ['object members', JSON.stringify(objectWith(20_001)), 'application/json'],
    ['arrays', JSON.stringify(Array(20_001).fill([])), 'application/json'],
    ['fields', 'x=1&'.repeat(1_001), 'application/x-www-form-urlencoded'],
  ])('is refused before it is parsed when it has too many %s', async (what, body, type) => {
    const project = await testProject()
    const headers = { ...project.headers('client'), 'content-type': type }
    const response = await project.server.fetch('/api/v1/check-version', { method: 'POST', headers, body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'BODY_PARSING_ERROR', error: expect.stringContaining(what) })
  })

  test('of a client says which access types would do, when that is all that is wrong', async () => {
    const { send } = await testProject()
    const details = (answer: WireResponse) => (answer.body as { details: object }).details
    expect(details(await send('GET /users'))).toEqual({
      actual_access_type: 'client',
      allowed_access_types: ['server', 'admin'],
    })
    expect(details(await send('GET /internal/config', { as: 'server' }))).toEqual({
      actual_access_type: 'server',
      allowed_access_types: ['admin'],
    })
    expect(codeOf(await send('GET /users/{user_id}', { params: { user_id: '123' } }))).toBe(
      '401 INSUFFICIENT_ACCESS_TYPE',
    )
  })
})

// ASVS 15.3.7
describe('a parameter that is given twice', () => {
  test('is refused rather than read as one of the two', async () => {
    const project = await testProject()
    const [ada, eve] = [await createPerson(project), await createPerson(project)]
    const list = async (query: string) => {
      const headers = { ...project.headers('client'), 'x-stack-access-token': eve.access_token }
      return readResponse(await project.server.fetch(`/api/v1/auth/sessions?${query}`, { headers }))
    }
    expect(codeOf(await list('user_id=me'))).toBe('200')
    for (const query of [`user_id=me&user_id=${ada.id}`, `user_id=${ada.id}&user_id=me`, 'user_id=me&user_id=me']) {
      expect(codeOf(await list(query)), query).toBe('400 SCHEMA_ERROR')
    }
    for (const query of ['user_id[]=me', 'user_id%5B0%5D=me', 'user_id=me&__proto__=x', 'user_id=me&constructor=x']) {
      expect(codeOf(await list(query)), query).toBe('400 SCHEMA_ERROR')
    }
  })
})

test('a text with U+0000 in the path or the query is refused', async () => {
  const { send } = await testProject()
  const read = (route: string, request: object) => send(route, { as: 'server', ...request })
  expect((await read('GET /users', { query: { query: 'a\0' } })).status).toBe(400)
  expect((await read('GET /users', { query: { cursor: '\0' } })).status).toBe(400)
  expect((await read('GET /users/{user_id}', { params: { user_id: '\0' } })).status).toBe(400)
})

test('headers that other software uses for sessions are ignored', async () => {
  const { send } = await testProject()
  for (const value of ['[]', '{"accessToken":{}}', '{"__proto__":{"x":1}}', '%', 'x'.repeat(100_000)]) {
    const headers = { authorization: value, 'x-stack-auth': value, cookie: value }
    expect((await send('GET /projects/current', { headers })).status).toBe(200)
    expect([400, 401]).toContain((await send('GET /users/me', { headers: { 'x-stack-access-token': value } })).status)
    const refresh = await send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': value } })
    expect(refresh.status).toBe(401)
  }
})
