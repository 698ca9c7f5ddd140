import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { separateServer, type TestProject } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'
import { apiKeyUses } from './uses.ts'

const minute = 60_000
const enabled = { 'apiKeys.enabled': { user: true, team: true } }
const base = { description: 'For a program', expires_at_millis: null }

async function setUp() {
  const clock = { now: Date.parse('2036-01-01T12:00:00Z') }
  const server = await separateServer({ now: () => new Date(clock.now) })
  const project = await createTestProject(server, enabled)
  const person = await createPerson(project)
  const team_id = await teamActions(project).createTeam(person)
  const createKey = (owner: TestProject = project, more: object = {}) =>
    owner.call('POST /user-api-keys', { as: 'server', body: { ...base, user_id: person.id, ...more } })
  const check = async (api_key: string, { call }: TestProject = project, type: 'user' | 'team' = 'user') => {
    const checked = await call(`POST /${type}-api-keys/check`, { as: 'server', body: { api_key } }).catch(
      () => undefined,
    )
    await apiKeyUses(server.platform).close()
    return checked
  }
  /** As an owner of the project sees it. */
  const list = async ({ call }: TestProject = project) =>
    (await call('GET /internal/user-and-team-api-keys', { as: 'admin' })).items
  return { clock, server, project, person, team_id, createKey, check, list }
}

test('the last use of a key of a user is told to the minute, to its user, servers and owners', async () => {
  const { clock, project, person, createKey, check, list } = await setUp()
  const { id, value } = await createKey()
  const unused = await createKey()
  const first = clock.now
  expect(await check(value)).not.toHaveProperty('last_used_at_millis')
  clock.now += minute - 1
  await check(value)
  const params = { id }
  const query = { user_id: person.id }
  for (const caller of [{ user: person }, { as: 'server' as const }]) {
    expect((await project.call('GET /user-api-keys/{id}', { ...caller, params })).last_used_at_millis).toBe(first)
    const { items } = await project.call('GET /user-api-keys', { ...caller, query })
    expect(items.find((key) => key.id === id)?.last_used_at_millis).toBe(first)
    expect(items.find((key) => key.id === unused.id)).not.toHaveProperty('last_used_at_millis')
  }
  clock.now += 1
  await check(value)
  expect(await list()).toEqual(
    expect.arrayContaining([expect.objectContaining({ id, last_used_at_millis: clock.now })]),
  )
})

test('the last use of a key of a team is told to the members who manage its keys', async () => {
  const { clock, project, person, team_id, check, list } = await setUp()
  const { id, value } = await project.call('POST /team-api-keys', { user: person, body: { ...base, team_id } })
  await check(value, project, 'team')
  const read = { user: person, params: { id }, query: { team_id } }
  expect(await project.call('GET /team-api-keys/{id}', read)).toMatchObject({ last_used_at_millis: clock.now })
  const { items } = await project.call('GET /team-api-keys', read)
  expect(items).toMatchObject([{ id, last_used_at_millis: clock.now }])
  expect(await list()).toMatchObject([{ id, type: 'team', last_used_at_millis: clock.now }])
})

test('a change of a key answers with its last use, which webhooks do not have', async () => {
  const { clock, project, createKey, check } = await setUp()
  const { id, value } = await createKey()
  await check(value)
  await listenToEvents(project)
  const body = { description: 'Renamed', revoked: true } as const
  expect(await project.call('PATCH /user-api-keys/{id}', { as: 'server', params: { id }, body })).toMatchObject({
    description: 'Renamed',
    last_used_at_millis: clock.now,
  })
  const events = await listEvents(project)
  expect(events).toHaveLength(2)
  for (const { data } of events) expect(data).not.toHaveProperty('last_used_at_millis')
})

test('a refused check is no use, nor is one of another project', async () => {
  const { clock, server, project, createKey, check, list } = await setUp()
  const other = await createTestProject(server, enabled)
  const { value } = await createKey()
  const expired = await createKey(project, { expires_at_millis: clock.now - 1 })
  expect(await check(value, other)).toBeUndefined()
  expect(await check(value, project, 'team')).toBeUndefined()
  expect(await check(expired.value)).toBeUndefined()
  for (const key of await list()) expect(key).not.toHaveProperty('last_used_at_millis')

  const person = await createPerson(other)
  const theirs = await createKey(other, { user_id: person.id })
  expect(await check(theirs.value, other)).toBeDefined()
  expect(await list(other)).toMatchObject([{ last_used_at_millis: clock.now }])
  for (const key of await list()) expect(key).not.toHaveProperty('last_used_at_millis')
})

test('a check does not wait until its use is recorded', async () => {
  const { server, project, createKey, list, clock } = await setUp()
  const { value } = await createKey()
  await server.platform.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE api_key_uses`.execute(trx)
    const checked = await project.call('POST /user-api-keys/check', { as: 'server', body: { api_key: value } })
    expect(checked).toBeDefined()
  })
  await apiKeyUses(server.platform).close()
  expect(await list()).toMatchObject([{ last_used_at_millis: clock.now }])
})
