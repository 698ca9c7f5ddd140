import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { createDatabase } from '../../testing/database.ts'
import { createTestProject, openTestServer, type TestProject, type TestServer } from '../../testing/index.ts'
import type { UserFilter } from './filter-queries.ts'
import { listUserRecords } from './list-queries.ts'

const userCount = 3_000
const batchSize = 200
const limit = 50
/** A thousand are read before the index of search texts is asked. */
const readFirst = 1_100
/** How many of them have the word. */
const newest = 600
/** What the database does depends on what is in it, so these have one of their own. */
let database: Awaited<ReturnType<typeof createDatabase>>
let server: TestServer
let project: TestProject
let db: Db
let someId: string
/** Two in three users. */
let largeTeamId: string
let smallTeamId: string

afterAll(async () => {
  await server.close()
  await database.drop()
})

/** Two projects of the same size. */
beforeAll(async () => {
  database = await createDatabase(inject('databaseUrl'))
  server = await openTestServer(database.url)
  project = await createTestProject(server)
  db = server.platform.db
  const projectIds = [project.id, (await createTestProject(server)).id]
  // A few at a time, because statements have a time limit.
  for (let last = 0; last < userCount; last += batchSize) {
    await sql`
      INSERT INTO users (project_id, id, is_anonymous, signed_up_at, last_active_at, search_text)
      SELECT project_id, gen_random_uuid(), n % 20 = 0, now() - n * interval '100 minutes', now(),
        concat_ws(' ', 'person', md5(n::text), CASE WHEN n <= ${newest} THEN 'newest' END, CASE WHEN n % 3 = 0 THEN 'outside' END)
      FROM generate_series(${last + 1}::integer, ${last + batchSize}::integer) n,
        unnest(${projectIds}::text[]) AS project_id`.execute(db)
  }
  largeTeamId = await createTeam(sql`search_text NOT LIKE '%outside'`)
  smallTeamId = await createTeam(sql`search_text LIKE 'person abc%'`)
  await sql`ANALYZE users, team_memberships`.execute(db)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE project_id = ${project.id} ORDER BY signed_up_at OFFSET 1500 LIMIT 1`.execute(db)
  someId = rows[0]!.id
})

async function createTeam(members: ReturnType<typeof sql>): Promise<string> {
  const { id } = await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })
  await sql`
    INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
    SELECT project_id, ${id}, id, now() FROM users WHERE project_id = ${project.id} AND ${members}`.execute(db)
  return id
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** How many rows of users and memberships are read to find the users of a page. */
async function measure({ cursor, isDescending = false, ...filter }: Partial<UserFilter> & Start) {
  const { recording, queries } = recordQueries()
  await listUserRecords(recording, project.id, {
    filter: { query: '', anonymous: 'exclude', ...filter },
    isDescending,
    limit,
    cursor,
    now: new Date(),
  })
  const read = { users: 0, members: 0 }
  for (const { sql: text, parameters } of queries) {
    const explain = CompiledQuery.raw(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain)
    const plan = rows[0]!['QUERY PLAN'][0].Plan
    read.users += countRows(plan, 'users')
    read.members += countRows(plan, 'team_memberships')
  }
  return read
}

interface Start {
  cursor?: string
  isDescending?: boolean
}

function recordQueries() {
  const queries: CompiledQuery[] = []
  const executor = new Proxy(db.getExecutor(), {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      if (name !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value
      return (query: CompiledQuery) => {
        queries.push(query)
        return target.executeQuery(query)
      }
    },
  })
  const recording = new Proxy(db, {
    get: (target, name) => {
      const value = name === 'getExecutor' ? () => executor : Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { recording, queries }
}

function countRows(node: PlanNode, table: string): number {
  const perLoop =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] === table ? perLoop * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, inner) => sum + countRows(inner, table), own)
}

/** With the one after the page, the cursor and where the list ends. */
const aPage = limit + 5

test.each([
  ['first', {}],
  ['last', { isDescending: true }],
  ['first with anonymous users', { anonymous: 'include' as const }],
])('the %s page reads only its users, and so does one in the middle', async (_, options) => {
  expect((await measure(options)).users).toBeLessThanOrEqual(aPage)
  expect((await measure({ ...options, cursor: someId })).users).toBeLessThanOrEqual(aPage)
})

test.each([false, true])('pages of a team read only its members, descending: %s', async (isDescending) => {
  for (const cursor of [undefined, someId]) {
    for (const teamId of [smallTeamId, largeTeamId]) {
      const read = await measure({ teamId, isDescending, anonymous: 'include', ...(cursor && { cursor }) })
      expect(read.users).toBeLessThanOrEqual(aPage)
      expect(read.members).toBeLessThanOrEqual(aPage)
    }
  }
})

test.each([
  'zqx',
  'a1b2c3@example',
  'person a1b2c3',
  'person',
])('a search for %j reads a bounded number of users', async (query) => {
  for (const options of [{}, { isDescending: true }]) {
    expect((await measure({ query, ...options })).users).toBeLessThan(readFirst + 2 * aPage)
  }
})

test('a text that only the last to sign up have reads only them besides the first', async () => {
  const { users } = await measure({ query: 'newest' })
  expect(users).toBeLessThan(readFirst + newest + aPage)
})

test('a search in a small team reads only its members, however many others have the text', async () => {
  const read = await measure({ query: 'person', teamId: smallTeamId })
  expect(read.users).toBeLessThan(20)
})

test('a search by id reads no more than another', async () => {
  expect((await measure({ query: someId })).users).toBeLessThan(readFirst + aPage)
})

test('no query is compiled before it runs, whatever the planner expects of it', async () => {
  const { rows } = await sql<{ jit: string }>`SHOW jit`.execute(db)
  expect(rows).toEqual([{ jit: 'off' }])
})
