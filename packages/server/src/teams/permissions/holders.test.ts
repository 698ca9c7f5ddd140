import { beforeAll, expect, test } from 'vitest'
import { toCursor } from '../../platform/db/cursor.ts'
import { type TestProject, testProject } from '../../testing/index.ts'

let project: TestProject
const ids = { team: [] as string[], user: [] as string[] }
const server = { as: 'server' as const }
const admin = { as: 'admin' as const }

/** `owner` contains `editor`, which contains `viewer`, which contains `owner` again. */
beforeAll(async () => {
  project = await testProject()
  for (const scope of ['team', 'project'] as const) {
    const prefix = scope === 'team' ? '' : 'p_'
    const define = (id: string, contained: string[]) =>
      project.call(`POST /${scope}-permission-definitions`, {
        ...admin,
        body: { id: prefix + id, contained_permission_ids: contained.map((each) => prefix + each) },
      })
    await define('viewer', [])
    await define('editor', ['viewer'])
    await define('boss', ['editor'])
    await define('unrelated', [])
  }
  for (const name of ['Ada', 'Bo', 'Cy', 'Di', 'Ed']) {
    const body = { display_name: name, primary_email: `${name}@example.com` }
    ids.user.push((await project.call('POST /users', { ...server, body })).id)
  }
  for (const display_name of ['One', 'Two']) {
    ids.team.push((await project.call('POST /teams', { ...server, body: { display_name } })).id)
  }
  const grants = ['viewer', 'editor', 'boss', 'unrelated']
  for (const [place, user_id] of ids.user.entries()) {
    for (const team_id of ids.team) {
      await project.call('POST /team-memberships/{team_id}/{user_id}', {
        ...server,
        params: { team_id, user_id },
        body: {},
      })
      await grant(team_id, user_id, grants[place % 4]!)
    }
    const params = { user_id, permission_id: `p_${grants[place % 4]}` }
    await project.call('POST /project-permissions/{user_id}/{permission_id}', { ...server, params, body: {} })
  }
  await grant(ids.team[0]!, ids.user[0]!, 'boss')
})

const grant = (team_id: string, user_id: string, permission_id: string) =>
  project.call('POST /team-permissions/{team_id}/{user_id}/{permission_id}', {
    ...server,
    params: { team_id, user_id, permission_id },
    body: {},
  })

async function listHolders(permission_id: string, limit = 3) {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const query = { permission_id, limit, ...(cursor && { cursor }) }
    const page: { items: Holder[]; pagination: { next_cursor: string | null } } = await project.call(
      'GET /internal/permission-holders',
      { ...admin, query },
    )
    found.push(
      ...page.items.map(
        ({ user, team, granted_permission_ids }) =>
          `${user.display_name} ${team?.display_name ?? '-'} ${granted_permission_ids.join('+')}`,
      ),
    )
    cursor = page.pagination.next_cursor
  } while (cursor)
  return found.sort()
}

interface Holder {
  user: { display_name: string | null }
  team: { display_name: string } | null
  granted_permission_ids: string[]
}

test('lists who has a permission in which team, directly or through another, page by page', async () => {
  const expected = [
    'Ada One boss+viewer',
    'Ada Two viewer',
    'Bo One editor',
    'Bo Two editor',
    'Cy One boss',
    'Cy Two boss',
    'Ed One viewer',
    'Ed Two viewer',
  ]
  for (const limit of [1, 3, 200]) {
    const held = (await listHolders('viewer', limit)).filter((line) => !line.includes('team_'))
    expect(held).toEqual(expected)
  }
  expect(await listHolders('boss')).toEqual(['Ada One boss', 'Cy One boss', 'Cy Two boss'])
})

test('lists who has a permission in the project', async () => {
  expect(await listHolders('p_viewer', 2)).toEqual(['Ada - p_viewer', 'Bo - p_editor', 'Cy - p_boss', 'Ed - p_viewer'])
  expect(await listHolders('p_unrelated')).toEqual(['Di - p_unrelated'])
})

test('circular definitions do no harm', async () => {
  const circular = await testProject()
  for (const id of ['a', 'b']) {
    await circular.call('POST /project-permission-definitions', { ...admin, body: { id } })
  }
  for (const [id, inside] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const body = { contained_permission_ids: [inside] }
    await circular.call('PATCH /project-permission-definitions/{id}', { ...admin, params: { id }, body })
  }
  const { id: user_id } = await circular.call('POST /users', { ...server, body: {} })
  const params = { user_id, permission_id: 'a' }
  await circular.call('POST /project-permissions/{user_id}/{permission_id}', { ...server, params, body: {} })
  const { items } = await circular.call('GET /internal/permission-holders', { ...admin, query: { permission_id: 'b' } })
  expect(items).toMatchObject([{ user: { id: user_id }, granted_permission_ids: ['a'] }])
})

test('built-in permissions are held through those that contain them', async () => {
  const { items } = await project.call('GET /internal/permission-holders', {
    ...admin,
    query: { permission_id: '$read_members' },
  })
  expect(items.length).toBeGreaterThan(0)
})

test('an unknown permission and a bad cursor are refused, and another project sees nobody', async () => {
  const ask = (asked: TestProject, query: Record<string, string>) =>
    asked.send('GET /internal/permission-holders', { ...admin, query })
  const other = await testProject()
  expect(await ask(other, { permission_id: 'viewer' })).toMatchObject({ body: { code: 'PERMISSION_NOT_FOUND' } })
  await other.call('POST /team-permission-definitions', { ...admin, body: { id: 'viewer' } })
  expect(await ask(other, { permission_id: 'viewer' })).toMatchObject({ body: { items: [] } })
  for (const cursor of ['x', toCursor(ids.user[0]!), toCursor(ids.user[0]!, "'; DROP TABLE users")]) {
    expect(await ask(project, { permission_id: 'viewer', cursor })).toMatchObject({ status: 400 })
  }
})

test('counts as many holders of each permission as the list has', async () => {
  for (const scope of ['team', 'project'] as const) {
    const { items } = await project.call('GET /internal/permission-usage', { ...admin, query: { scope } })
    const { items: definitions } = await project.call(`GET /${scope}-permission-definitions`, { ...admin, query: {} })
    expect(items.map(({ id }) => id)).toEqual(definitions.map(({ id }) => id))
    for (const { id, holder_count } of items) expect([id, holder_count]).toEqual([id, (await listHolders(id)).length])
  }
  const { items } = await project.call('GET /internal/permission-usage', { ...admin, query: { scope: 'team' } })
  expect(items).toContainEqual({ id: 'boss', holder_count: 3 })
})

test('counts nobody of another project, and no grants of undefined permissions', async () => {
  const other = await testProject()
  await other.call('POST /project-permission-definitions', { ...admin, body: { id: 'p_viewer' } })
  const { items } = await other.call('GET /internal/permission-usage', { ...admin, query: { scope: 'project' } })
  expect(items).toEqual([{ id: 'p_viewer', holder_count: 0 }])
})
