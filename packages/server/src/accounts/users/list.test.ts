import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertMembership, insertTeam } from '../../teams/queries.ts'
import { race, type TestProject, testProject } from '../../testing/index.ts'

/** Users in the order of their sign-up, two of whom signed up in the same millisecond. */
async function createUsers({ call, server, id: projectId }: TestProject, count: number): Promise<string[]> {
  const { succeeded } = await race(count, () => call('POST /users', { as: 'server', body: {} }))
  const ids = succeeded.map(({ id }) => id)
  for (const [index, id] of ids.entries()) {
    await server.platform.db
      .updateTable('users')
      .set({ signed_up_at: new Date(1_700_000_000_000 + 1000 * Math.floor(index / 2)) })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .execute()
  }
  const sorted: string[] = []
  for (let index = 0; index < ids.length; index += 2) sorted.push(...ids.slice(index, index + 2).sort())
  return sorted
}

async function readPages(
  { call }: TestProject,
  query: { limit: number; desc?: 'true' | 'false' },
): Promise<{ pages: string[][]; cursors: (string | null)[] }> {
  const pages: string[][] = []
  const cursors: (string | null)[] = []
  let cursor: string | null = null
  do {
    const page: { items: { id: string }[]; pagination: { next_cursor: string | null } } = await call('GET /users', {
      as: 'server',
      query: { ...query, ...(cursor ? { cursor } : {}) },
    })
    pages.push(page.items.map(({ id }) => id))
    cursor = page.pagination.next_cursor
    cursors.push(cursor)
  } while (cursor)
  return { pages, cursors }
}

test('without a limit everyone is on one page, oldest first', async () => {
  const project = await testProject()
  const ids = await createUsers(project, 5)
  const list = await project.call('GET /users', { as: 'server' })
  expect(list.items.map(({ id }) => id)).toEqual(ids)
  expect(list).toEqual({ items: list.items, is_paginated: true, pagination: { next_cursor: null } })
})

test('an empty project has an empty page', async () => {
  const { call } = await testProject()
  expect(await call('GET /users', { as: 'server', query: { limit: 1 } })).toStrictEqual({
    items: [],
    is_paginated: true,
    pagination: { next_cursor: null },
  })
})

test('pages of any size show everyone once, in both directions', async () => {
  const project = await testProject()
  const ids = await createUsers(project, 5)
  for (const limit of [1, 2, 3, 5, 6]) {
    const ascending = await readPages(project, { limit, desc: 'false' })
    expect(ascending.pages.flat()).toEqual(ids)
    expect(ascending.pages).toHaveLength(Math.ceil(5 / limit))
    const descending = await readPages(project, { limit, desc: 'true' })
    expect(descending.pages.flat()).toEqual([...ids].reverse())
  }
})

test('the cursor is the id of the first user of the next page', async () => {
  const project = await testProject()
  const ids = await createUsers(project, 5)
  const { pages, cursors } = await readPages(project, { limit: 2 })
  expect(cursors).toEqual([ids[2], ids[4], null])
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])

  const from = async (query: object) =>
    (await project.call('GET /users', { as: 'server', query })).items.map(({ id }) => id)
  expect(await from({ cursor: ids[2] })).toEqual(ids.slice(2))
  expect(await from({ cursor: ids[2]!.toUpperCase(), limit: 3 })).toEqual(ids.slice(2))
  expect(await from({ cursor: ids[2], desc: 'true' })).toEqual([ids[2], ids[1], ids[0]])
  expect(await from({ cursor: ids[2], order_by: 'signed_up_at', limit: 1 })).toEqual([ids[2]])
})

test('a cursor of nobody, or of someone in another project, gives an empty page', async () => {
  const project = await testProject()
  await createUsers(project, 2)
  const foreign = await createUsers(await testProject(), 1)
  for (const cursor of [randomUUID(), foreign[0]!]) {
    expect(await project.call('GET /users', { as: 'server', query: { cursor, limit: 1 } })).toMatchObject({
      items: [],
      pagination: { next_cursor: null },
    })
  }
})

test('users who sign up or go between two pages do not disturb them', async () => {
  const project = await testProject()
  const ids = await createUsers(project, 4)
  const first = await project.call('GET /users', { as: 'server', query: { limit: 2 } })
  await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: ids[0]! } })
  const { id: newest } = await project.call('POST /users', { as: 'server', body: {} })

  const cursor = first.pagination.next_cursor!
  const rest = await project.call('GET /users', { as: 'server', query: { cursor } })
  expect(rest.items.map(({ id }) => id)).toEqual([ids[2], ids[3], newest])
})

test.each([
  { limit: 0 },
  { limit: -1 },
  { limit: 1.5 },
  { limit: '1e3' },
  { limit: 'all' },
  { limit: '' },
  { limit: '99999999999999999999' },
  { cursor: 'first' },
  { cursor: '' },
  { order_by: 'id' },
  { order_by: 'id;drop table users' },
  { desc: 'yes' },
  { desc: '1' },
  { include_anonymous: 'TRUE' },
  { team_id: 'me' },
  { user_id: 'me' },
])('%j is a schema error', async (query) => {
  const { send } = await testProject()
  expect(await send('GET /users', { as: 'server', query })).toMatchObject({
    status: 400,
    body: { code: 'SCHEMA_ERROR' },
  })
})

test('a limit has no maximum', async () => {
  const project = await testProject()
  const ids = await createUsers(project, 2)
  for (const limit of [1_000_000_000, 5_000_000_000]) {
    const list = await project.call('GET /users', { as: 'server', query: { limit } })
    expect(list.items.map(({ id }) => id)).toEqual(ids)
  }
})

test('a parameter given twice is refused rather than one of the two taken', async () => {
  const { server, headers } = await testProject()
  const response = await server.fetch('/api/v1/users?limit=1&limit=2', { headers: headers('server') })
  expect(response.headers.get('x-stack-known-error')).toBe('SCHEMA_ERROR')
})

test('anonymous users are left out unless requested', async () => {
  const project = await testProject()
  const [id] = await createUsers(project, 1)
  const anonymous = await project.call('POST /users', {
    as: 'server',
    body: { is_anonymous: true, display_name: 'Unique' },
  })
  const list = async (query: object) =>
    (await project.call('GET /users', { as: 'server', query })).items.map((user) => user.id)

  expect(await list({})).toEqual([id])
  expect(await list({ include_anonymous: 'false' })).toEqual([id])
  expect(await list({ include_anonymous: 'true' })).toEqual([id, anonymous.id])
  expect(await list({ query: 'Unique' })).toEqual([])
  expect(await list({ query: anonymous.id })).toEqual([])
  expect(await list({ query: 'Unique', include_anonymous: 'true' })).toEqual([anonymous.id])
  expect(await list({ query: anonymous.id, include_anonymous: 'true' })).toEqual([anonymous.id])
})

test('the members of a team are listed in pages, without its anonymous ones', async () => {
  const project = await testProject()
  const { platform } = project.server
  const ids = await createUsers(project, 6)
  const anonymous = await project.call('POST /users', { as: 'server', body: { is_anonymous: true } })
  const teamId = randomUUID()
  const now = new Date()
  await insertTeam(platform.db, project.id, { id: teamId, displayName: 'Team', now })
  for (const userId of [ids[4]!, ids[1]!, ids[2]!, anonymous.id]) {
    await insertMembership(platform.db, project.id, { teamId, userId, permissionIds: [], now })
  }
  const list = async (query: object) => {
    const { items, pagination } = await project.call('GET /users', { as: 'server', query })
    return [items.map(({ id }) => id), pagination.next_cursor]
  }

  expect(await list({ team_id: teamId })).toEqual([[ids[1], ids[2], ids[4]], null])
  expect(await list({ team_id: teamId, limit: 2 })).toEqual([[ids[1], ids[2]], ids[4]])
  expect(await list({ team_id: teamId, limit: 2, desc: 'true' })).toEqual([[ids[4], ids[2]], ids[1]])
  expect(await list({ team_id: teamId, cursor: ids[2] })).toEqual([[ids[2], ids[4]], null])
  expect(await list({ team_id: teamId, query: ids[2] })).toEqual([[ids[2]], null])
  expect(await list({ team_id: teamId, query: ids[3] })).toEqual([[], null])
  expect(await list({ team_id: randomUUID() })).toEqual([[], null])

  const other = await testProject()
  expect((await other.call('GET /users', { as: 'server', query: { team_id: teamId } })).items).toEqual([])
})
