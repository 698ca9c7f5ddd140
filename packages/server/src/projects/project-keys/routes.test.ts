import { randomUUID } from 'node:crypto'
import type { AccessType } from '@latchkey/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { race, separateServer, type TestProject, testProject, testUrl } from '../../testing/index.ts'
import { createOwnedProject } from '../../testing/owners.ts'
import { createTestProject } from '../../testing/project.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { keyUses } from './uses.ts'

const all = { has_publishable_client_key: true, has_secret_server_key: true, has_super_secret_admin_key: true }
const none = { has_publishable_client_key: false, has_secret_server_key: false, has_super_secret_admin_key: false }
const nextCentury = Date.UTC(2100, 0)

function actions({ call }: TestProject) {
  return {
    create: (body: object = {}) =>
      call('POST /internal/api-keys', {
        as: 'admin',
        body: { description: 'Keys', expires_at_millis: nextCentury, ...all, ...body },
      }),
    list: async () => (await call('GET /internal/api-keys', { as: 'admin' })).items,
    read: (id: string) => call('GET /internal/api-keys/{id}', { as: 'admin', params: { id } }),
    patch: (id: string, body: { description?: string; revoked?: true }) =>
      call('PATCH /internal/api-keys/{id}', { as: 'admin', params: { id }, body }),
  }
}

const keyHeader = {
  client: 'x-stack-publishable-client-key',
  server: 'x-stack-secret-server-key',
  admin: 'x-stack-super-secret-admin-key',
} as const

/** Whether the key opens the project at its level. */
async function opens({ send }: TestProject, as: AccessType, key: string | undefined): Promise<boolean> {
  const { status } = await send('GET /projects/current', { as, headers: { [keyHeader[as]]: key ?? 'none' } })
  return status === 200
}

test('creating a new set returns 200 and its full values', async () => {
  const project = await testProject()
  const before = Date.now()
  const body = { description: 'For the app', expires_at_millis: nextCentury, ...all }
  const response = await project.send('POST /internal/api-keys', { as: 'admin', body })
  expect(response.status).toBe(200)
  const code = '[0-9a-hjkmnp-tv-z]{45}'
  expect(response.body).toStrictEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    description: 'For the app',
    created_at_millis: expect.any(Number),
    expires_at_millis: nextCentury,
    publishable_client_key: expect.stringMatching(new RegExp(`^pck_${code}$`)),
    secret_server_key: expect.stringMatching(new RegExp(`^ssk_${code}$`)),
    super_secret_admin_key: expect.stringMatching(new RegExp(`^sak_${code}$`)),
  })
  expect((response.body as { created_at_millis: number }).created_at_millis).toBeGreaterThanOrEqual(before)
})

test('every key of a new set opens its level at once, and no other', async () => {
  const project = await testProject()
  const set = await actions(project).create()
  const keys = {
    client: set.publishable_client_key,
    server: set.secret_server_key,
    admin: set.super_secret_admin_key,
  }
  for (const as of ['client', 'server', 'admin'] as const) {
    for (const level of ['client', 'server', 'admin'] as const) {
      expect(await opens(project, as, keys[level])).toBe(as === level)
    }
  }
})

test.each([
  ['publishable_client_key', 'has_publishable_client_key'],
  ['secret_server_key', 'has_secret_server_key'],
  ['super_secret_admin_key', 'has_super_secret_admin_key'],
] as const)('a set with a %s alone has no other key', async (name, flag) => {
  const { create, read } = actions(await testProject())
  const set = await create({ ...none, [flag]: true })
  const facts = ['created_at_millis', 'description', 'expires_at_millis', 'id']
  expect(Object.keys(set).sort()).toEqual([...facts, name].sort())
  const shown = await read(set.id)
  expect(Object.keys(shown).sort()).toEqual([...facts, name].sort())
  expect(shown[name]).toStrictEqual({ last_four: set[name]!.slice(-4) })
})

test('a set may have no key at all', async () => {
  const { create, read } = actions(await testProject())
  const set = await create(none)
  expect(await read(set.id)).toStrictEqual(set)
})

test('later only the last four characters are shown, everywhere', async () => {
  const { create, read, list, patch } = actions(await testProject())
  const set = await create()
  const shown = {
    id: set.id,
    description: 'Keys',
    created_at_millis: set.created_at_millis,
    expires_at_millis: nextCentury,
    publishable_client_key: { last_four: set.publishable_client_key!.slice(-4) },
    secret_server_key: { last_four: set.secret_server_key!.slice(-4) },
    super_secret_admin_key: { last_four: set.super_secret_admin_key!.slice(-4) },
  }
  expect(await read(set.id)).toStrictEqual(shown)
  expect((await list())[0]).toStrictEqual(shown)
  expect(await patch(set.id, {})).toStrictEqual(shown)
})

test('the list has the sets of the project alone, newest first', async () => {
  const project = await testProject()
  const { create, list } = actions(project)
  await actions(await testProject()).create()
  const [initial] = await list()
  const ids: string[] = []
  for (const [index, description] of ['first', 'second', 'third'].entries()) {
    const { id } = await create({ description })
    await project.server.platform.db
      .updateTable('project_key_sets')
      .set({ created_at: new Date(Date.UTC(2090, index)) })
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .execute()
    ids.unshift(id)
  }
  expect((await list()).map(({ id }) => id)).toEqual([...ids, initial!.id])
  const response = await project.call('GET /internal/api-keys', { as: 'admin' })
  expect(Object.keys(response).sort()).toEqual(['is_paginated', 'items'])
  expect(response.is_paginated).toBe(false)
})

test('a description is changed, and an empty change changes nothing', async () => {
  const { create, patch, read } = actions(await testProject())
  const { id } = await create()
  const renamed = await patch(id, { description: '' })
  expect(renamed.description).toBe('')
  expect(renamed).not.toHaveProperty('manually_revoked_at_millis')
  expect(await patch(id, {})).toEqual(renamed)
  expect(await read(id)).toEqual(renamed)
})

describe('a revoked set', () => {
  test('opens nothing from that moment on', async () => {
    const project = await testProject()
    const { create, patch, read } = actions(project)
    const set = await create()
    expect(await opens(project, 'client', set.publishable_client_key)).toBe(true)
    const before = Date.now()
    const revoked = await patch(set.id, { revoked: true, description: 'Leaked' })
    expect(revoked.manually_revoked_at_millis).toBeGreaterThanOrEqual(before)
    expect(revoked.description).toBe('Leaked')
    expect(await read(set.id)).toEqual(revoked)

    const code = {
      client: 'INVALID_PUBLISHABLE_CLIENT_KEY',
      server: 'INVALID_SECRET_SERVER_KEY',
      admin: 'INVALID_SUPER_SECRET_ADMIN_KEY',
    }
    const keys = {
      client: set.publishable_client_key!,
      server: set.secret_server_key!,
      admin: set.super_secret_admin_key!,
    }
    for (const as of ['client', 'server', 'admin'] as const) {
      expect(await project.send('GET /projects/current', { as, headers: { [keyHeader[as]]: keys[as] } })).toMatchObject(
        {
          status: 401,
          body: { code: code[as], details: { project_id: project.id } },
        },
      )
    }
  })

  test('stays revoked since the first time', async () => {
    const { create, patch } = actions(await testProject())
    const { id } = await create()
    const { succeeded } = await race(10, () => patch(id, { revoked: true }))
    const times = new Set(succeeded.map((set) => set.manually_revoked_at_millis))
    expect(times.size).toBe(1)
    expect((await patch(id, { description: 'x' })).manually_revoked_at_millis).toBe([...times][0])
  })

  test('cannot be brought back', async () => {
    const project = await testProject()
    const { create, patch } = actions(project)
    const { id } = await create()
    await patch(id, { revoked: true })
    for (const revoked of [false, null, 'no']) {
      expect(
        await project.send('PATCH /internal/api-keys/{id}', { as: 'admin', params: { id }, body: { revoked } }),
      ).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })

  test('leaves the other sets of the project alone', async () => {
    const project = await testProject()
    const { create, patch } = actions(project)
    const [first, second] = [await create(), await create()]
    await patch(first.id, { revoked: true })
    expect(await opens(project, 'server', second.secret_server_key)).toBe(true)
  })
})

test.each([
  { description: undefined },
  { description: null },
  { expires_at_millis: undefined },
  { expires_at_millis: null },
  { expires_at_millis: 'tomorrow' },
  { expires_at_millis: 1e18 },
  { has_publishable_client_key: undefined },
  { has_secret_server_key: undefined },
  { has_super_secret_admin_key: 'yes' },
  { manually_revoked_at_millis: 1 },
])('a set with %j cannot be made', async (change) => {
  const project = await testProject()
  const body = { description: 'Keys', expires_at_millis: nextCentury, ...all, ...change }
  expect(await project.send('POST /internal/api-keys', { as: 'admin', body })).toMatchObject({
    status: 400,
    body: { code: 'SCHEMA_ERROR' },
  })
  expect(await actions(project).list()).toHaveLength(1)
})

test('what is not there is not found, and what is no id is a schema error', async () => {
  const project = await testProject()
  const foreign = await actions(await testProject()).create()
  const notFound = { status: 404, code: 'API_KEY_NOT_FOUND', details: undefined }
  for (const id of [randomUUID(), foreign.id]) {
    await expect(actions(project).read(id)).rejects.toMatchObject(notFound)
    await expect(actions(project).patch(id, { revoked: true })).rejects.toMatchObject(notFound)
  }
  expect(await project.send('GET /internal/api-keys/{id}', { as: 'admin', params: { id: 'x' } })).toMatchObject({
    status: 400,
    body: { code: 'SCHEMA_ERROR' },
  })
})

test('sets are a matter of admins, and cannot be deleted', async () => {
  const project = await testProject()
  const { id } = await actions(project).create()
  const refused = {
    status: 401,
    body: { code: 'INSUFFICIENT_ACCESS_TYPE', details: { allowed_access_types: ['admin'] } },
  }
  for (const as of ['client', 'server'] as const) {
    expect(await project.send('GET /internal/api-keys', { as })).toMatchObject(refused)
    expect(await project.send('POST /internal/api-keys', { as, body: {} })).toMatchObject(refused)
    expect(await project.send('GET /internal/api-keys/{id}', { as, params: { id } })).toMatchObject(refused)
    expect(await project.send('PATCH /internal/api-keys/{id}', { as, params: { id }, body: {} })).toMatchObject(refused)
  }
  expect(await project.send('DELETE /internal/api-keys/{id}', { as: 'admin', params: { id } })).toMatchObject({
    status: 404,
    body: expect.any(String),
  })
})

test('the database has hashes of keys and no keys', async () => {
  const project = await testProject()
  const set = await actions(project).create()
  const rows = JSON.stringify(await takeSnapshot(project.server.platform.db, project.id))
  expect(rows).toContain(set.secret_server_key!.slice(-4))
  for (const key of [set.publishable_client_key!, set.secret_server_key!, set.super_secret_admin_key!]) {
    expect(rows).not.toContain(key)
    expect(rows).not.toContain(key.slice(4))
  }
})

describe('the last use of a set', () => {
  const hour = 3_600_000
  const lastUses = async ({ call }: TestProject) => {
    const { items } = await call('GET /internal/api-keys', { as: 'admin', query: { include_last_use: 'true' } })
    return Object.fromEntries(items.map(({ description, last_used_at_millis }) => [description, last_used_at_millis]))
  }

  test('is told to the hour, and only to those who ask', async () => {
    let now = Date.parse('2033-01-01T12:00:00Z')
    const project = await createTestProject(await separateServer({ now: () => new Date(now) }))
    const { create, list } = actions(project)
    await create({ description: 'Unused' })
    const used = await create({ description: 'Used' })
    const open = () => opens(project, 'client', used.publishable_client_key)
    const first = now
    await open()
    await expect.poll(() => lastUses(project)).toMatchObject({ Unused: null, Used: first })
    now += hour - 1
    await open()
    expect(await lastUses(project)).toMatchObject({ Used: first })
    now += 1
    await open()
    await expect.poll(() => lastUses(project)).toMatchObject({ Used: now })
    expect((await list())[0]).not.toHaveProperty('last_used_at_millis')
  })

  test('is not changed by a wrong or expired key, nor by that of another project', async () => {
    let now = Date.parse('2034-01-01T12:00:00Z')
    const server = await separateServer({ now: () => new Date(now) })
    const [project, other] = [await createTestProject(server), await createTestProject(server)]
    const expired = await actions(project).create({ description: 'Expired', expires_at_millis: now + hour })
    now += 2 * hour
    expect(await opens(project, 'server', expired.secret_server_key)).toBe(false)
    expect(await opens(other, 'server', expired.secret_server_key)).toBe(false)
    await keyUses(server.platform).close()
    expect(await lastUses(project)).toMatchObject({ Expired: null })
  })

  test('does not delay requests, nor fail them', async () => {
    const project = await createTestProject(await separateServer({}))
    const set = await actions(project).create()
    const { db } = project.server.platform
    const uses = keyUses(project.server.platform)
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE project_key_uses`.execute(trx)
      expect(await opens(project, 'client', set.publishable_client_key)).toBe(true)
    })
    await uses.close()
  })
})

describe('the address of an app on localhost', () => {
  let now = Date.parse('2035-01-01T12:00:00Z')

  async function openOwned() {
    const server = await separateServer({ now: () => new Date(now) })
    const { project, owner, internal } = await createOwnedProject(server)
    const request = async (origin?: string) => {
      await project.send('GET /projects/current', { ...(origin && { headers: { origin } }) })
      await keyUses(server.platform).close()
    }
    const find = async () => (await internal.call('GET /internal/projects', { user: owner })).items[0]!.local_origin
    return { project, request, find }
  }

  test('is where the last request came from', async () => {
    const { request, find } = await openOwned()
    await request()
    expect(await find()).toBeUndefined()
    await request('http://localhost:5173')
    expect(await find()).toBe('http://localhost:5173')
    await request()
    now += 60_000
    await request('http://shop.localhost:4000')
    expect(await find()).toBe('http://shop.localhost:4000')
  })

  test('is written once a minute at most, so that strangers cannot cause many writes', async () => {
    const { request, find } = await openOwned()
    await request('http://localhost:5173')
    now += 59_999
    await request('http://localhost:6666')
    expect(await find()).toBe('http://localhost:5173')
  })

  test.each([
    'https://app.example.com',
    'http://localhost.evil.example',
    'http://localhost:5173/path',
    'http://localhost:5173@evil.example',
    'null',
    testUrl,
  ])('is not %s', async (origin) => {
    const { request, find } = await openOwned()
    await request(origin)
    expect(await find()).toBeUndefined()
  })
})
