import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testProject } from '../testing/index.ts'
import { firstAttempt } from '../testing/jobs.ts'
import { createLargeTeamJobs } from './large-teams.ts'
import type { UserListOptions } from './page-queries.ts'
import { searchUsers } from './search.ts'
import { membersOf, usersOf } from './search-scope.ts'

interface Person {
  id: string
  signed_up_at: Date
  is_anonymous: boolean
  search_text: string
}

const userCount = 1_500
const cohortSize = 700
const sampledId = () => `0${randomUUID().slice(1)}`.replace(/^0[89a-f]/, '00')
const unsampledId = () => randomUUID().replace(/^0[0-7]/, 'ff')
const minute = (number: number) => new Date(Date.UTC(2024, 0, 1, 0, number))

/** By their place in the order of sign-up. */
function person(place: number, options: { id?: string; signedUpAt?: Date } = {}): Person {
  const isOfAcme = place >= 780 && place < 1_380
  return {
    id: options.id ?? randomUUID(),
    signed_up_at: options.signedUpAt ?? minute(place),
    is_anonymous: place % 7 === 0,
    search_text: `person ${place % 50} ${isOfAcme ? 'of acme' : ''}`,
  }
}

const places = Array.from({ length: userCount }, (_, place) => place)
const shuffled = places.map((place) => (place * 1_009) % userCount)

/** A crowd has the text "acme" in the second of three cohorts; who was written when and who is in the sample differs. */
const worlds: Record<string, Person[]> = {
  'written from the last to the first': places.map((place) => person(userCount - 1 - place)),
  'written in no order': shuffled.map((place) => person(place)),
  'who signed up many at a time': shuffled.map((place) =>
    person(place, { signedUpAt: minute(Math.floor(place / 200) * 200) }),
  ),
  'of whom only the first are in the sample': places.map((place) =>
    person(place, { id: place > 800 && place < 830 ? sampledId() : unsampledId() }),
  ),
  'who are all in the sample': places.map((place) => person(place, { id: sampledId() })),
}

describe.each(Object.entries(worlds))('among people %s', (_, people) => {
  let projectId: string
  let teamId: string
  let search: (options: UserListOptions) => Promise<string[]>

  beforeAll(async () => {
    const project = await testProject()
    projectId = project.id
    const { db } = project.server.services
    // A few at a time, because a statement may take no longer than a request.
    for (let from = 0; from < userCount; from += 100) await insert(people.slice(from, from + 100))
    await sql`SELECT form_cohorts(${projectId}, ${cohortSize})`.execute(db)
    teamId = (await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })).id
    await sql`
      INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
      SELECT project_id, ${teamId}, id, now() FROM users WHERE project_id = ${projectId} AND id::text < 'e'`.execute(db)
    await sql`INSERT INTO large_teams (project_id, team_id) VALUES (${projectId}, ${teamId}) ON CONFLICT DO NOTHING`.execute(
      db,
    )
    await createLargeTeamJobs(project.server.services)['enter-large-teams']({}, firstAttempt)
    await sql`ANALYZE users, large_team_members`.execute(db)
    search = async (options) => {
      const pieces = [options.query.slice(0, 3), options.query.slice(-3)]
      const scope = options.teamId ? membersOf(projectId, options.teamId) : usersOf(projectId)
      return (await searchUsers(db, projectId, scope, options, pieces)).map(({ id }) => id)
    }

    function insert(some: Person[]) {
      return sql`
        INSERT INTO users (project_id, id, signed_up_at, last_active_at, is_anonymous, search_text)
        SELECT ${projectId}, id, signed_up_at, now(), is_anonymous, search_text
        FROM json_to_recordset(${JSON.stringify(some)}::json)
          AS people (id uuid, signed_up_at timestamptz, is_anonymous boolean, search_text text)`.execute(db)
    }
  })

  /** The obvious way: everybody is looked at and sorted. */
  function expected({ query, cursor, isDescending, includeAnonymous, limit, teamId }: UserListOptions): string[] {
    const order = (a: Person, b: Person) =>
      a.signed_up_at.getTime() - b.signed_up_at.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
    const sorted = [...people].sort(isDescending ? (a, b) => order(b, a) : order)
    return sorted
      .slice(cursor ? sorted.findIndex(({ id }) => id === cursor) : 0)
      .filter((one) => one.search_text.includes(query) && (includeAnonymous || !one.is_anonymous))
      .filter(({ id }) => !teamId || id < 'e')
      .slice(0, limit === undefined ? undefined : limit + 1)
      .map(({ id }) => id)
  }

  test('a search has everybody who comes first, wherever it begins', async () => {
    const bySignUp = [...people].sort((a, b) => a.signed_up_at.getTime() - b.signed_up_at.getTime())
    for (const query of ['acme', 'of acme', 'person 7']) {
      for (const isDescending of [false, true]) {
        for (const cursor of [undefined, bySignUp[750]!.id, bySignUp[1_000]!.id]) {
          for (const [includeAnonymous, team] of [
            [false, undefined],
            [true, teamId],
          ] as const) {
            const options = { limit: 49, cursor, isDescending, query, includeAnonymous, teamId: team }
            expect(await search(options), JSON.stringify(options)).toEqual(expected(options))
          }
        }
      }
    }
  })

  test('a search without pages has everybody in order', async () => {
    const options = { limit: undefined, cursor: undefined, isDescending: false, includeAnonymous: true }
    for (const team of [undefined, teamId]) {
      const everybody = { ...options, query: 'acme', teamId: team }
      expect(await search(everybody)).toEqual(expected(everybody))
    }
  })
})
