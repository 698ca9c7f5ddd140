import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { type TestProject, testProject } from '../../testing/index.ts'
import { listUserRecords } from './list-queries.ts'

interface Person {
  id: string
  signed_up_at: Date
  is_anonymous: boolean
  search_text: string
  isMember: boolean
}

/** More than are read in the order of the list, and so are those in the team. */
const userCount = 2_400
const places = Array.from({ length: userCount }, (_, place) => place)

/** By their place in the order of sign-up. Three sign up at the same time. */
function createPerson(place: number): Person {
  const words = [
    `person ${place}`,
    place % 60 === 0 ? 'seldom' : '',
    place >= 2_000 ? 'acme' : '',
    place % 4 === 0 ? 'outside' : '',
  ]
  return {
    id: randomUUID(),
    signed_up_at: new Date(Date.UTC(2024, 0, 1, 2 * Math.floor(place / 3))),
    is_anonymous: place % 7 === 0,
    search_text: words.join(' '),
    isMember: place % 4 !== 0,
  }
}

let project: TestProject
let db: Db
let teamId: string
/** In the order of the list. */
let people: Person[]

beforeAll(async () => {
  project = await testProject()
  db = project.server.platform.db
  teamId = (await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })).id
  const created = places.map(createPerson)
  people = [...created].sort((a, b) => a.signed_up_at.getTime() - b.signed_up_at.getTime() || (a.id < b.id ? -1 : 1))
  // Written in another order than they are listed, and a few at a time because statements have a time limit.
  const shuffled = places.map((place) => created[(place * 1_009) % userCount]!)
  for (let from = 0; from < userCount; from += 200) await insert(shuffled.slice(from, from + 200))
  await sql`ANALYZE users, team_memberships`.execute(db)
})

async function insert(some: Person[]): Promise<void> {
  const inserted = sql`json_to_recordset(${JSON.stringify(some)}::json)
    AS people (id uuid, signed_up_at timestamptz, is_anonymous boolean, search_text text, "isMember" boolean)`
  await sql`
    INSERT INTO users (project_id, id, signed_up_at, last_active_at, is_anonymous, search_text)
    SELECT ${project.id}, id, signed_up_at, now(), is_anonymous, search_text FROM ${inserted}`.execute(db)
  await sql`
    INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
    SELECT ${project.id}, ${teamId}, id, now() FROM ${inserted} WHERE "isMember"`.execute(db)
}

interface Search {
  query: string
  limit: number
  cursor?: string
  desc?: 'true'
  include_anonymous?: 'true'
  team_id?: string
}

async function search(query: Partial<Search>) {
  const { items, pagination } = await project.call('GET /users', { as: 'server', query })
  return { ids: items.map(({ id }) => id), next: pagination.next_cursor }
}

/** The obvious way: everyone is looked at. */
function expected({ query, limit, cursor, desc, include_anonymous, team_id }: Search) {
  const listed = desc ? [...people].reverse() : people
  const found = listed
    .slice(cursor ? listed.findIndex(({ id }) => id === cursor) : 0)
    .filter((one) => one.search_text.includes(query) && (include_anonymous || !one.is_anonymous))
    .filter(({ isMember }) => isMember || !team_id)
    .map(({ id }) => id)
  return { ids: found.slice(0, limit), next: found[limit] ?? null }
}

const texts = ['person', 'acme', 'seldom', 'seldom acme', 'outside', 'person 21', 'person 2399', '19', 'nobody']

describe.each(['all users', 'the members of a team'])('among %s', (scope) => {
  const team = (): { team_id?: string } => (scope === 'all users' ? {} : { team_id: teamId })

  test.each(texts)('a search for %j finds the first ones, wherever it begins', async (query) => {
    for (const place of [undefined, 700, 1_900]) {
      for (const order of [{}, { desc: 'true' }] as const) {
        for (const who of [{}, { include_anonymous: 'true' }] as const) {
          const start = place === undefined ? {} : { cursor: people[place]!.id }
          const asked = { query, limit: 9, ...start, ...order, ...who, ...team() }
          expect(await search(asked), JSON.stringify(asked)).toEqual(expected(asked))
        }
      }
    }
  })

  test.each(['seldom', 'acme'])('pages of a search for %j have everyone once', async (query) => {
    for (const order of [{}, { desc: 'true' }] as const) {
      const ids: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await search({ query, limit: 70, ...(cursor ? { cursor } : {}), ...order, ...team() })
        ids.push(...page.ids)
        cursor = page.next
      } while (cursor)
      expect(ids).toEqual(expected({ query, limit: userCount, ...order, ...team() }).ids)
    }
  })

  test('a search that reads a limited number of users goes on from there', async () => {
    const bounds = { first: 100, set: 10, more: 50 }
    for (const [query, isDescending] of [
      ['acme', false],
      ['seldom', true],
      ['19', false],
    ] as const) {
      const ids: string[] = []
      let cursor: string | null | undefined
      let isShort = false
      do {
        const page = await listUserRecords(db, project.id, {
          filter: { query, anonymous: 'exclude', teamId: team().team_id },
          isDescending,
          limit: 20,
          cursor: cursor ?? undefined,
          now: new Date(),
          bounds,
        })
        ids.push(...page.users.map(({ id }) => id))
        cursor = page.nextCursor
        isShort ||= cursor !== null && page.users.length < 20
      } while (cursor)
      const order = isDescending ? { desc: 'true' as const } : {}
      expect(ids).toEqual(expected({ query, limit: userCount, ...order, ...team() }).ids)
      expect(isShort).toBe(true)
    }
  })

  test('a search without a limit has up to a thousand', async () => {
    for (const query of ['person', 'acme']) {
      expect(await search({ query, ...team() })).toEqual(expected({ query, limit: 1_000, ...team() }))
    }
  })

  test('a whole id finds its user once, from wherever they are listed', async () => {
    const found = people.findLast(({ is_anonymous, isMember }) => isMember && !is_anonymous)!.id
    expect((await search({ query: found, limit: 5, ...team() })).ids).toEqual([found])
    const start = people[1_900]!.id
    expect((await search({ query: found, cursor: start, ...team() })).ids).toEqual([found])
    expect((await search({ query: found, cursor: start, desc: 'true', ...team() })).ids).toEqual([])
  })
})

describe('in a team that is too large to be read whole', () => {
  const member = (user_id: string) => ({ as: 'server', params: { team_id: teamId, user_id } }) as const
  const join = (id: string) => project.call('POST /team-memberships/{team_id}/{user_id}', { ...member(id), body: {} })
  const leave = (id: string) => project.call('DELETE /team-memberships/{team_id}/{user_id}', member(id))
  const rename = (user_id: string, display_name: string) =>
    project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id }, body: { display_name } })
  const find = async (query: string, options = {}) => (await search({ query, team_id: teamId, ...options })).ids

  async function createMember(display_name: string): Promise<string> {
    const { id } = await project.call('POST /users', { as: 'server', body: { display_name } })
    await join(id)
    return id
  }

  test('members are found as soon as they join and until they leave, and nobody else', async () => {
    const ada = await createMember('Ada Lovelace')
    const { id: other } = await project.call('POST /users', { as: 'server', body: { display_name: 'Lovelace' } })
    expect(await find('lovelace')).toEqual([ada])
    await join(other)
    expect(await find('lovelace', { limit: 1 })).toEqual([ada])
    expect(await find('lovelace', { desc: 'true' })).toEqual([other, ada])
    await leave(ada)
    expect(await find('lovelace')).toEqual([other])
    expect(await find(ada)).toEqual([])
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: other } })
    expect(await find('lovelace')).toEqual([])
  })

  test('a new name is found at once, the old one no more', async () => {
    const grace = await createMember('Grace Hopper')
    await rename(grace, 'Amazing Grace')
    expect(await find('hopper')).toEqual([])
    expect(await find('amazing')).toEqual([grace])
  })

  test('anonymous members are found on request, and always once they are no longer anonymous', async () => {
    const { user_id } = await project.call('POST /auth/anonymous/sign-up', { as: 'client' })
    await join(user_id)
    await rename(user_id, 'Guest of honour')
    expect(await find('of honour')).toEqual([])
    expect(await find('of honour', { include_anonymous: 'true' })).toEqual([user_id])
    await db.updateTable('users').set({ is_anonymous: false }).where('id', '=', user_id).execute()
    expect(await find('of honour')).toEqual([user_id])
  })

  test('a page begins where someone was who has left', async () => {
    const first = await createMember('First Liskov')
    const second = await createMember('Second Liskov')
    await leave(first)
    expect(await find('liskov', { cursor: first, limit: 5 })).toEqual([second])
  })
})
