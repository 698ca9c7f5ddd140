import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Db, inTransaction } from '../db/database.ts'
import { type TestProject, testProject } from '../testing/index.ts'
import { firstAttempt } from '../testing/jobs.ts'
import { createLargeTeamJobs } from './large-teams.ts'

let project: TestProject
let db: Db
let teamId: string

beforeEach(async () => {
  project = await testProject()
  db = project.server.services.db
  teamId = (await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })).id
})

const createUser = async (display_name: string) =>
  (await project.call('POST /users', { as: 'server', body: { display_name } })).id
const rename = (user_id: string, display_name: string) =>
  project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id }, body: { display_name } })
const join = (user_id: string) =>
  project.call('POST /team-memberships/{team_id}/{user_id}', {
    as: 'server',
    params: { team_id: teamId, user_id },
    body: {},
  })
const leave = (user_id: string) =>
  project.call('DELETE /team-memberships/{team_id}/{user_id}', { as: 'server', params: { team_id: teamId, user_id } })

async function search(query: object): Promise<string[]> {
  const { items } = await project.call('GET /users', { as: 'server', query: { team_id: teamId, ...query } })
  return items.map(({ id }) => id)
}

const enterLargeTeams = () => createLargeTeamJobs(project.server.services)['enter-large-teams']({}, firstAttempt)
const callLarge = () =>
  db
    .insertInto('large_teams')
    .values({ project_id: project.id, team_id: teamId })
    .onConflict((c) => c.doNothing())
    .execute()

async function isComplete(): Promise<boolean | undefined> {
  const team = await db.selectFrom('large_teams').select('is_complete').where('team_id', '=', teamId).executeTakeFirst()
  return team?.is_complete
}

async function becomeLarge(): Promise<void> {
  await callLarge()
  await enterLargeTeams()
  expect(await isComplete()).toBe(true)
}

/** Not before a statement like this waits for somebody. */
async function waitForWaiting(statement: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%${statement}%`}`.execute(db)
      return rows.length
    })
    .toBeGreaterThan(0)
}

const membership = (userId: string): RawBuilder<unknown> => sql`
  INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
  VALUES (${project.id}, ${teamId}, ${userId}, now())`

const batchSize = 200

/** A few at a time, because a statement may take no longer than a request. */
async function addPeople(from: number, to: number): Promise<void> {
  for (let first = from; first <= to; first += batchSize) {
    await sql`
      INSERT INTO users (project_id, id, signed_up_at, last_active_at, search_text)
      SELECT ${project.id}, gen_random_uuid(), now() + n * interval '1 second', now(), 'person ' || n
      FROM generate_series(${first}::integer, ${Math.min(first + batchSize - 1, to)}::integer) AS n`.execute(db)
    await sql`
      INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
      SELECT project_id, ${teamId}, id, now() FROM users u WHERE project_id = ${project.id} AND NOT EXISTS (
        SELECT FROM team_memberships m WHERE m.project_id = u.project_id AND m.user_id = u.id
      )`.execute(db)
  }
}

test('a team is large soon after it has more than a thousand members, and they are found before and after', async () => {
  await addPeople(1, 1_000)
  expect(await isComplete()).toBe(undefined)
  // One in fifty who join looks whether it is, so that it is all but certain after so many.
  await addPeople(1_001, 1_800)
  expect(await isComplete()).toBe(false)
  const pages = async () => [await search({ query: 'person 17', limit: 20 }), await search({ limit: 30, desc: 'true' })]
  const before = await pages()
  expect(before.map((page) => page.length)).toEqual([20, 30])
  await enterLargeTeams()
  expect(await isComplete()).toBe(true)
  expect(await pages()).toEqual(before)
  // No list is longer than that.
  expect(await search({ query: 'person' })).toHaveLength(1_000)
}, 90_000)

describe('in a large team', () => {
  let ada: string

  beforeEach(async () => {
    ada = await createUser('Ada Lovelace')
    await join(ada)
    await becomeLarge()
  })

  test('members are found who joined before and after it was large, and nobody else', async () => {
    const grace = await createUser('Grace Lovelace')
    await createUser('Not a member Lovelace')
    expect(await search({ query: 'lovelace' })).toEqual([ada])
    await join(grace)
    expect(await search({ query: 'lovelace' })).toEqual([ada, grace])
    expect(await search({ query: 'lovelace', desc: 'true', limit: 1 })).toEqual([grace])
    expect(await search({})).toEqual([ada, grace])
  })

  test('who leaves is not found any more, and is found again when they are back', async () => {
    await leave(ada)
    expect(await search({ query: 'lovelace' })).toEqual([])
    expect(await search({})).toEqual([])
    await join(ada)
    expect(await search({ query: 'lovelace' })).toEqual([ada])
  })

  test('who is deleted is not found any more', async () => {
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: ada } })
    expect(await search({ query: 'lovelace' })).toEqual([])
  })

  test('a new name is found at once, the old one no more', async () => {
    await rename(ada, 'Countess King')
    expect(await search({ query: 'lovelace' })).toEqual([])
    expect(await search({ query: 'countess' })).toEqual([ada])
  })

  test('whoever is anonymous is found when they are asked for, and by everybody once they are not', async () => {
    const { user_id } = await project.call('POST /auth/anonymous/sign-up', { as: 'client' })
    await join(user_id)
    await rename(user_id, 'Guest Lovelace')
    expect(await search({ query: 'lovelace' })).toEqual([ada])
    expect(await search({ query: 'lovelace', include_anonymous: 'true' })).toEqual([ada, user_id])
    await db.updateTable('users').set({ is_anonymous: false }).where('id', '=', user_id).execute()
    expect(await search({ query: 'lovelace' })).toEqual([ada, user_id])
  })

  test('a whole id is found if it is of a member', async () => {
    const other = await createUser('Not a member')
    expect(await search({ query: ada })).toEqual([ada])
    expect(await search({ query: other })).toEqual([])
  })

  test('a page begins where somebody was who has left', async () => {
    const [first, second] = [await createUser('First Lovelace'), await createUser('Second Lovelace')]
    await join(first)
    await join(second)
    await leave(first)
    expect(await search({ query: 'lovelace', cursor: first, limit: 5 })).toEqual([second])
    await leave(ada)
    expect(await search({ query: 'lovelace', cursor: ada, limit: 5 })).toEqual([second])
  })

  test('nothing is left of it when it ends', async () => {
    await project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: teamId } })
    expect(await db.selectFrom('large_team_members').select('id').where('team_id', '=', teamId).execute()).toEqual([])
    expect(await isComplete()).toBe(undefined)
  })

  test('a name that changes while somebody joins is the one that is found', async () => {
    const grace = await createUser('Grace Hopper')
    let renamed: Promise<unknown>
    await inTransaction(db, async (trx) => {
      await membership(grace).execute(trx)
      renamed = rename(grace, 'Amazing Grace')
      await waitForWaiting('"users"')
    })
    await renamed!
    expect(await search({ query: 'hopper' })).toEqual([])
    expect(await search({ query: 'amazing' })).toEqual([grace])
  })

  test('who joins while their name changes is found by the new one', async () => {
    const grace = await createUser('Grace Hopper')
    let joined: Promise<unknown>
    await inTransaction(db, async (trx) => {
      await trx.updateTable('users').set({ search_text: 'amazing grace' }).where('id', '=', grace).execute()
      joined = membership(grace).execute(db)
      await waitForWaiting('INSERT INTO team_memberships')
    })
    await joined!
    expect(await search({ query: 'hopper' })).toEqual([])
    expect(await search({ query: 'amazing' })).toEqual([grace])
  })
})

describe('while a team becomes large', () => {
  test('whoever is just joining is entered too', async () => {
    const ada = await createUser('Ada Lovelace')
    let entered: Promise<unknown>
    await inTransaction(db, async (trx) => {
      await membership(ada).execute(trx)
      await callLarge()
      entered = enterLargeTeams()
      await waitForWaiting('large_team_lock')
      expect(await isComplete()).toBe(false)
    })
    await entered!
    expect(await isComplete()).toBe(true)
    expect(await search({ query: 'lovelace' })).toEqual([ada])
  })

  test('nobody waits for a member who is being changed, and the team is complete a minute later', async () => {
    const [ada, grace] = [await createUser('Ada Lovelace'), await createUser('Grace Hopper')]
    await join(ada)
    await join(grace)
    await callLarge()
    await inTransaction(db, async (trx) => {
      await trx.updateTable('users').set({ search_text: 'countess king' }).where('id', '=', ada).execute()
      await enterLargeTeams()
      expect(await isComplete()).toBe(false)
      expect(await search({ query: 'lovelace' })).toEqual([ada])
    })
    await enterLargeTeams()
    expect(await isComplete()).toBe(true)
    expect(await search({ query: 'countess' })).toEqual([ada])
    expect(await search({ query: 'hopper' })).toEqual([grace])
  })

  test('who joins just then, while their name changes, is found by the new one', async () => {
    const [ada, grace] = [await createUser('Ada Lovelace'), await createUser('Grace Hopper')]
    const other = (await project.call('POST /teams', { as: 'server', body: { display_name: 'Other' } })).id
    await db.insertInto('large_teams').values({ project_id: project.id, team_id: other }).execute()
    let joined: Promise<unknown>
    await inTransaction(db, async (renaming) => {
      await renaming.updateTable('users').set({ search_text: 'countess king' }).where('id', '=', ada).execute()
      await inTransaction(db, async (holding) => {
        await holding.updateTable('users').set({ search_text: 'amazing grace' }).where('id', '=', grace).execute()
        // The first joins a team that is not large yet; the second has to wait, which keeps the statement from its end.
        joined = sql`
          INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
          VALUES (${project.id}, ${teamId}, ${ada}, now()), (${project.id}, ${other}, ${grace}, now())`.execute(db)
        await waitForWaiting('INSERT INTO team_memberships')
        await callLarge()
      })
      await waitForWaiting('INSERT INTO team_memberships')
    })
    await joined!
    await enterLargeTeams()
    expect(await isComplete()).toBe(true)
    expect(await search({ query: 'countess' })).toEqual([ada])
    expect(await search({ query: 'lovelace' })).toEqual([])
  })
})
