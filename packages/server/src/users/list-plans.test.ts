import { randomUUID } from 'node:crypto'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Db } from '../db/database.ts'
import { createDatabase } from '../testing/database.ts'
import { createTestProject, openTestServer, type TestProject, type TestServer } from '../testing/index.ts'
import { listUserRecords, usersInOrder } from './list.ts'
import { recordsOf, type UserListOptions } from './page-queries.ts'
import { usersWithPieces } from './search.ts'
import { findSearchScope, membersOf, usersOf } from './search-scope.ts'
import { surveySearch } from './search-survey.ts'

const userCount = 3_000
const batchSize = 100
/** What the database means to do depends on what is in it, so these have one of their own. */
let database: Awaited<ReturnType<typeof createDatabase>>
let server: TestServer
let project: TestProject
let db: Db
let someId: string
/** Of a team that has most of them as members. */
let largeTeamId: string

afterAll(async () => {
  await server.close()
  await database.drop()
})

beforeAll(async () => {
  database = await createDatabase(inject('databaseUrl'))
  server = await openTestServer(database.url)
  project = await createTestProject(server)
  db = server.services.db
  const projectIds = [project.id, (await createTestProject(server)).id]
  // A hundred at a time, because a statement may take no longer than a request.
  for (let last = 0; last < userCount; last += batchSize) {
    await sql`
      INSERT INTO users (project_id, id, display_name, is_anonymous, signed_up_at, last_active_at, search_text)
      SELECT project_id, gen_random_uuid(), 'Person ' || n, n % 20 = 0, now() - n * interval '1 minute', now(),
        'person ' || md5(n::text) || chr(10) || md5(n::text) || '@example.com'
      FROM generate_series(${last + 1}::integer, ${last + batchSize}::integer) n, unnest(${projectIds}::text[]) AS project_id`.execute(
      db,
    )
  }
  largeTeamId = (await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })).id
  await db
    .insertInto('large_teams')
    .values({ project_id: project.id, team_id: largeTeamId, is_complete: true })
    .execute()
  for (const digit of '0123456789ab') {
    await sql`
      INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
      SELECT project_id, ${largeTeamId}, id, now() FROM users
      WHERE project_id = ${project.id} AND id::text LIKE ${`${digit}%`}`.execute(db)
  }
  await sql`ANALYZE users, large_team_members`.execute(db)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE project_id = ${project.id} ORDER BY signed_up_at OFFSET 1500 LIMIT 1`.execute(db)
  someId = rows[0]!.id
})

/** More users than the page has were read and sorted, rather than read in their order. */
const sortedToBeCut = /Limit[^\n]*\n\s+->\s+(?:Incremental )?Sort/

function pageOf(options: Partial<UserListOptions>): UserListOptions {
  return {
    limit: 50,
    cursor: undefined,
    isDescending: false,
    query: '',
    includeAnonymous: false,
    teamId: undefined,
    ...options,
  }
}

const survey = (text: string) => surveySearch(db, project.id, usersOf(project.id), text, pageOf({}))

/** How the database means to find the users of a page. */
async function explain(options: Partial<UserListOptions>): Promise<string> {
  const page = pageOf(options)
  const scope = await findSearchScope(db, project.id, page.teamId)
  const found = scope && (await surveySearch(db, project.id, scope, page.query, page))
  if (!found || found.isCommon) return plan(recordsOf(usersInOrder(project.id, scope, page, found && 10_000), page))
  return plan(usersWithPieces(project.id, scope, page, found.pieces, true))
}

async function plan(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

async function planForAnyValues(query: RawBuilder<unknown>): Promise<string> {
  const explained = CompiledQuery.raw(`EXPLAIN (GENERIC_PLAN) ${query.compile(db).sql}`)
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explained)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  ['the first page', {}, /Index Scan using regular_users_by_sign_up on users u/],
  ['the last page', { isDescending: true }, /Index Scan Backward using regular_users_by_sign_up on users u/],
  ['a page with anonymous users', { includeAnonymous: true }, /Index Scan using users_by_sign_up on users u/],
])('%s is read from the index in its order', async (_, options, expected) => {
  const plan = await explain(options)
  expect(plan).toMatch(expected)
  expect(plan).not.toMatch(/Seq Scan on users/)
  expect(plan).not.toMatch(sortedToBeCut)
})

test.each([false, true])('a page in the middle begins at its cursor, descending: %s', async (isDescending) => {
  const plan = await explain({ cursor: someId, isDescending })
  expect(plan).toMatch(/Index Scan (Backward )?using regular_users_by_sign_up on users u/)
  expect(plan).toMatch(/Index Cond: \(\(project_id = .*\) AND \(ROW\(signed_up_at, id\) [<>]= ROW/)
  expect(plan).not.toMatch(/Seq Scan on users/)
  expect(plan).not.toMatch(sortedToBeCut)
})

test.each([
  false,
  true,
])('members of a small team are read from its own index in their order, descending: %s', async (isDescending) => {
  for (const cursor of [undefined, someId]) {
    const explained = await explain({ teamId: randomUUID(), isDescending, cursor })
    expect(explained).toMatch(/using team_memberships_by_sign_up on team_memberships m/)
    expect(explained).toMatch(/Index Scan using users_pkey on users u/)
    expect(explained).not.toMatch(/Seq Scan on users/)
  }
})

// So few are anonymous that the index with them costs as much as the one without.
test.each([
  [
    'the first members',
    {},
    /Index (Only )?Scan using (regular_)?large_team_members_by_sign_up on large_team_members u/,
  ],
  ['the last', { isDescending: true }, /Index (Only )?Scan Backward using (regular_)?large_team_members_by_sign_up/],
  ['members with anonymous ones', { includeAnonymous: true }, /Index (Only )?Scan using large_team_members_by_sign_up/],
  [
    'members who have a common text',
    { query: 'example.com' },
    /Index Scan using (regular_)?large_team_members_by_sign_up/,
  ],
])('%s of a large team are read from the index in their order', async (_, options, expected) => {
  const plan = await explain({ ...options, teamId: largeTeamId })
  expect(plan).toMatch(expected)
  expect(plan).not.toMatch(/Seq Scan on (users|large_team_members)/)
  expect(plan).not.toMatch(sortedToBeCut)
})

test.each([
  'zqx',
  'rare text',
  'a1b2c3@example',
  'b2c3d4',
])('a search for %j uses the index of search texts', async (query) => {
  for (const options of [{ query }, { query, cursor: someId }, { query, limit: undefined }]) {
    const plan = await explain(options)
    expect(plan).toMatch(/Bitmap Index Scan on users_by_search_pieces/)
    expect(plan).not.toMatch(/Seq Scan on users/)
    const ofTeam = await explain({ ...options, teamId: largeTeamId })
    expect(ofTeam).toMatch(/Bitmap Index Scan on large_team_members_by_search_pieces/)
    expect(ofTeam).not.toMatch(/Seq Scan on (users|large_team_members)|users_by_search_pieces/)
  }
})

test.each([
  ['from the start', { cursor: false }],
  ['from the end', { cursor: false, isDescending: true }],
  ['from a cursor', { cursor: true }],
  ['with anonymous users', { includeAnonymous: true, cursor: true, isDescending: true }],
])('a crowd with the text is looked up by both indexes at once, %s', async (_, { cursor, ...options }) => {
  const page = pageOf({ ...options, cursor: cursor ? someId : undefined, query: 'abcd' })
  for (const scope of [usersOf(project.id), membersOf(project.id, largeTeamId)]) {
    const query = usersWithPieces(project.id, scope, page, ['abc', 'bcd'], true)
    for (const explained of [await plan(query), await planForAnyValues(query)]) {
      expect(explained.match(/BitmapAnd/g)).toHaveLength(cursor ? 2 : 1)
      expect(explained).not.toMatch(/Seq Scan on (users|large_team_members)/)
      expect(explained).not.toMatch(/Filter:[^\n]*search_pieces/)
    }
  }
})

test('the few users who match a rare text are sorted, which shows that the plans above would show it', async () => {
  expect(await explain({ query: 'rare text' })).toMatch(sortedToBeCut)
})

test('a search that nearly everybody matches is read in the order of sign-up instead', async () => {
  const plan = await explain({ query: 'example.com' })
  expect(plan).toMatch(/Index Scan using (regular_)?users_by_sign_up on users u/)
  expect(plan).not.toMatch(sortedToBeCut)
})

test('a search by id uses indexes', async () => {
  const plan = await explain({ query: someId })
  expect(plan).toMatch(/Bitmap Index Scan on users_by_search_pieces/)
  expect(plan).not.toMatch(/Seq Scan on users/)
})

test('a long text is looked up by pieces of it that hardly anybody has', async () => {
  const { search_text } = await db
    .selectFrom('users')
    .select('search_text')
    .where('project_id', '=', project.id)
    .where('id', '=', someId)
    .executeTakeFirstOrThrow()
  const query = search_text.split('\n')[1]!
  const { pieces } = (await survey(query))!
  expect(pieces).toHaveLength(2)
  for (const piece of pieces) {
    expect('@example.com').not.toContain(piece)
    expect(query).toContain(piece)
  }
  const page = pageOf({ query, includeAnonymous: true })
  expect((await listUserRecords(db, project.id, page)).users.map(({ id }) => id)).toEqual([someId])
})

test.each(['example.com', 'person', 'on '])('%j is common', async (text) => {
  expect(await survey(text)).toMatchObject({ isCommon: true })
})

test.each(['zqx', 'person x', 'a1b2'])('%j is not', async (text) => {
  expect(await survey(text)).toMatchObject({ isCommon: false })
})

test.each(['ab', '🦄🦄', ''])('%j is too short for the index of search texts', async (text) => {
  expect(await survey(text)).toBeUndefined()
})

test('no query is compiled before it runs, whatever the planner expects of it', async () => {
  const { rows } = await sql<{ jit: string }>`SHOW jit`.execute(db)
  expect(rows).toEqual([{ jit: 'off' }])
})
