import { expect, test } from 'vitest'
import { testProject } from '../../testing/index.ts'
import { listEvents, listenToEvents } from '../../testing/records.ts'
import { createPerson } from '../../testing/world.ts'

const slots = ['client_metadata', 'client_read_only_metadata', 'server_metadata'] as const
const values: unknown[] = [
  { nested: { list: [1, 'two', null, { '': true }] }, 'key with spaces.and.dots': 1.5e-7 },
  [],
  [null, [[]]],
  'test',
  '',
  0,
  -1.25,
  true,
  false,
  { toString: 'x', hasOwnProperty: 1 },
  { text: 'Ünïcödé 🦄 \u2028 \\ " <script>' },
]

test.each(slots)('%s keeps any JSON value as it is, and null clears it', async (slot) => {
  const project = await testProject()
  const user = await createPerson(project)
  const params = { user_id: user.id }
  for (const value of [...values, null]) {
    const answer = await project.call('PATCH /users/{user_id}', { as: 'server', params, body: { [slot]: value } })
    expect(answer[slot]).toEqual(value)
    const read = await project.call('GET /users/{user_id}', { as: 'server', params })
    expect(read[slot]).toEqual(value)
    const created = await project.call('POST /users', { as: 'server', body: { [slot]: value } })
    expect(created[slot]).toEqual(value)
  }
})

test('the members of an object keep their order', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const client_metadata = { z: 1, a: 2, m: { y: 1, b: 2 } }
  await project.call('PATCH /users/me', { user, body: { client_metadata } })
  const read = await project.call('GET /users/me', { user })
  expect(JSON.stringify(read.client_metadata)).toBe(JSON.stringify(client_metadata))
})

test('a slot is replaced as a whole, and the others stay', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const params = { user_id: user.id }
  const body = { client_metadata: { a: 1 }, client_read_only_metadata: { b: 1 }, server_metadata: { c: 1 } }
  await project.call('PATCH /users/{user_id}', { as: 'server', params, body })
  await project.call('PATCH /users/me', { user, body: { client_metadata: { d: 1 } } })
  expect(await project.call('GET /users/me', { as: 'server', user })).toMatchObject({
    ...body,
    client_metadata: { d: 1 },
  })
  const own = await project.call('GET /users/me', { user })
  expect(own.client_metadata).toStrictEqual({ d: 1 })
  expect(own.client_read_only_metadata).toStrictEqual({ b: 1 })
  expect(own).not.toHaveProperty('server_metadata')
})

test.each([
  'client_metadata',
  'client_read_only_metadata',
  'server_metadata',
] as const)('%s has at most 256 kB in a user and in a team, counted in bytes', async (slot) => {
  const project = await testProject()
  const { id: user_id } = await createPerson(project)
  const { id: team_id } = await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })
  const patch = async (value: unknown) => {
    const request = { as: 'server' as const, params: { user_id, team_id }, body: { [slot]: value } }
    const ways = ['PATCH /users/{user_id}', 'PATCH /teams/{team_id}', 'POST /users']
    const responses = []
    for (const way of ways) responses.push(await project.send(way, request))
    const body = { ...request.body, display_name: 'Team' }
    return [...responses, await project.send('POST /teams', { ...request, body })]
  }
  const kept = ['x'.repeat(255_998), 'é'.repeat(127_999)]
  for (const value of kept) {
    for (const { status, body } of await patch(value))
      expect([status < 300, body]).toMatchObject([true, { [slot]: value }])
  }
  for (const value of ['x'.repeat(255_999), 'é'.repeat(128_000)]) {
    for (const answer of await patch(value)) {
      const message = expect.stringContaining(`body.${slot} must have at most 256 kB as JSON`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR', details: { message } } })
    }
  }
})

test('a slot that is nested hundreds of levels deep is kept, and told to receivers', async () => {
  const project = await testProject()
  await listenToEvents(project)
  const user = await createPerson(project)
  const client_metadata = JSON.parse(`${'{"content":['.repeat(250)}${']}'.repeat(250)}`)
  const answer = await project.call('PATCH /users/me', { user, body: { client_metadata } })
  expect(answer.client_metadata).toEqual(client_metadata)
  expect((await listEvents(project, 'user.updated')).at(-1)!.data).toMatchObject({ client_metadata })
})

test.each([
  ['a member named __proto__', '{"client_metadata":{"__proto__":{"polluted":1}}}'],
  ['U+0000', '{"client_metadata":"\\u0000"}'],
  ['a lone surrogate', '{"client_metadata":{"\\ud800":1}}'],
  ['a number beyond numbers', '{"client_metadata":1e400}'],
  ['a member twice', '{"client_metadata":{"a":1,"a":2}}'],
  ['ten thousand levels', `{"client_metadata":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
])('%s is refused and changes nothing', async (_, body) => {
  const project = await testProject()
  const user = await createPerson(project)
  const headers = {
    ...project.headers('client'),
    'x-stack-access-token': user.access_token,
    'content-type': 'application/json',
  }
  const response = await project.server.fetch('/api/v1/users/me', { method: 'PATCH', headers, body })
  expect(response.status).toBe(400)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect((await project.call('GET /users/me', { user })).client_metadata).toBeNull()
})
