import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/database.ts'
import { type TestProject, testProject } from '../testing/index.ts'

const userCount = 240
let project: TestProject
let db: Db
/** In the order of sign-up. */
let people: { id: string; display_name: string; cohort: number }[]

/** Everybody but the first is one of many; those who came together in the end have a name in common. */
async function insertPeople(projectId: string, from: number, to: number): Promise<void> {
  await sql`
    INSERT INTO users (project_id, id, display_name, signed_up_at, last_active_at, search_text)
    SELECT ${projectId}, gen_random_uuid(), name, timestamptz '2024-01-01' + n / 3 * interval '1 hour', now(), name
    FROM generate_series(${from}::integer, ${to}::integer) AS n,
      concat('person ', n, CASE WHEN n % 20 = 0 THEN ' score' END, CASE WHEN n > 200 THEN ' acme' END) AS name`.execute(
    db,
  )
}

const formCohorts = (projectId: string, size: number) => sql`SELECT form_cohorts(${projectId}, ${size})`.execute(db)
const openNextCohort = (projectId: string, size: number) =>
  sql`SELECT open_next_cohort(${projectId}, ${size})`.execute(db)

async function readPeople(projectId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'display_name', 'cohort'])
    .where('project_id', '=', projectId)
    .orderBy('signed_up_at')
    .orderBy('id')
    .$narrowType<{ display_name: string }>()
    .execute()
}

beforeAll(async () => {
  project = await testProject()
  db = project.server.services.db
  await insertPeople(project.id, 1, userCount)
  await formCohorts(project.id, 40)
  people = await readPeople(project.id)
})

interface UserPage {
  items: { id: string }[]
  pagination: { next_cursor: string | null }
}

async function searchInPages(query: object): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = null; ; ) {
    const { items, pagination }: UserPage = await project.call('GET /users', {
      as: 'server',
      query: { ...query, ...(cursor === null ? {} : { cursor }) },
    })
    ids.push(...items.map(({ id }) => id))
    cursor = pagination.next_cursor
    if (!cursor) return ids
  }
}

describe('with users in several cohorts', () => {
  test('whoever is in a later cohort has signed up later', () => {
    const cohorts = people.map(({ cohort }) => cohort)
    expect(cohorts).toEqual([...cohorts].sort((a, b) => a - b))
    expect(new Set(cohorts)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
  })

  const texts = ['score', 'acme', 'person', 'person 13', 'score acme', '12', 'person 240', 'nobody']
  const cases = [['score', 1] as const, ...texts.flatMap((text) => [9, 50].map((limit) => [text, limit] as const))]

  test.each(cases)('pages of a search for %j, %i at a time, have everybody once and in order', async (text, limit) => {
    const expected = people.filter(({ display_name }) => display_name.includes(text)).map(({ id }) => id)
    expect(await searchInPages({ query: text, limit })).toEqual(expected)
    expect(await searchInPages({ query: text, limit, desc: 'true' })).toEqual([...expected].reverse())
  })

  test.each(texts)('a search for %j without pages has everybody', async (text) => {
    const expected = people.filter(({ display_name }) => display_name.includes(text)).map(({ id }) => id)
    expect(await searchInPages({ query: text })).toEqual(expected)
  })

  test('a whole id finds its user once', async () => {
    for (const place of [0, 100, 239]) {
      expect(await searchInPages({ query: people[place]!.id, limit: 10 })).toEqual([people[place]!.id])
    }
  })

  test('a search in a team finds its members only', async () => {
    const { id: team_id } = await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })
    const members = people.filter((_, place) => place % 20 === 19)
    for (const { id: user_id } of members) {
      await project.call('POST /team-memberships/{team_id}/{user_id}', {
        as: 'server',
        params: { team_id, user_id },
        body: {},
      })
    }
    for (const text of ['score', 'person', 'nobody']) {
      const expected = members.filter(({ display_name }) => display_name.includes(text)).map(({ id }) => id)
      expect(await searchInPages({ query: text, team_id, limit: 4 })).toEqual(expected)
    }
  })
})

describe('a new cohort', () => {
  test('is opened for those to come when the last one is full, and once', async () => {
    const growing = await testProject()
    await insertPeople(growing.id, 1, 40)
    await openNextCohort(growing.id, 50)
    await insertPeople(growing.id, 41, 60)
    expect(await readCohorts(growing.id)).toEqual([])
    await Promise.all([1, 2, 3].map(() => openNextCohort(growing.id, 50)))
    await openNextCohort(growing.id, 50)
    const [cohort, ...others] = await readCohorts(growing.id)
    expect(others).toEqual([])
    expect(cohort!.cohort).toBe(1)
    expect(cohort!.starts_at.getTime()).toBeGreaterThan(Date.now())
  })

  test('has whoever signs up after its start', async () => {
    const growing = await testProject()
    await insertPeople(growing.id, 1, 20)
    await db
      .insertInto('sign_up_cohorts')
      .values({ project_id: growing.id, cohort: 1, starts_at: new Date('2025-01-01') })
      .execute()
    const { id } = await growing.call('POST /users', { as: 'server', body: { display_name: 'Newcomer score' } })
    expect((await readPeople(growing.id)).map(({ cohort }) => cohort)).toEqual([...Array(20).fill(0), 1])
    const found = await growing.call('GET /users', { as: 'server', query: { query: 'score' } })
    expect(found.items.map((user) => user.id)).toEqual([expect.any(String), id])
  })

  function readCohorts(projectId: string) {
    return db
      .selectFrom('sign_up_cohorts')
      .select(['cohort', 'starts_at'])
      .where('project_id', '=', projectId)
      .execute()
  }
})
