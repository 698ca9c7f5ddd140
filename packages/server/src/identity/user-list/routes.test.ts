import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { UserFilter } from '../../accounts/users/filter-queries.ts'
import { joinSearchText } from '../../accounts/users/queries.ts'
import { toCursor } from '../../platform/db/cursor.ts'
import { type TestProject, testProject } from '../../testing/index.ts'
import { listUsers } from './queries.ts'

type Query = NonNullable<Parameters<typeof list>[1]>

/** All pages of the list, by ID. */
async function list({ call }: TestProject, query: Record<string, string | number> = {}): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: { items: { id: string }[]; pagination: { next_cursor: string | null } } = await call(
      'GET /internal/users',
      { as: 'admin', query: { ...query, ...(cursor && { cursor }) } },
    )
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.pagination.next_cursor
  } while (cursor)
  return ids
}

describe('a list of users', () => {
  const count = 40
  const start = Date.parse('2026-01-01T00:00:00Z')
  const hour = 3_600_000
  let project: TestProject
  let teamId: string
  let people: Person[]

  interface Person {
    id: string
    name: string | null
    email: string | null
    isVerified: boolean
    isAnonymous: boolean
    hasPassword: boolean
    isRestricted: boolean
    isMember: boolean
    signedUpAt: number
    activeAt: number | null
  }

  beforeAll(async () => {
    project = await testProject()
    const { db } = project.server.platform
    teamId = (await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })).id
    people = Array.from({ length: count }, (_, n) => ({
      id: randomUUID(),
      // Some have the same name, and some have none.
      name: n % 9 === 5 ? null : `${['Ada', 'grace', 'Émile'][n % 3]} ${n >> 1}`,
      email: n % 5 === 4 ? null : `person.${n}@example.com`,
      isVerified: n % 2 === 0,
      isAnonymous: n % 7 === 0,
      hasPassword: n % 4 === 1,
      isRestricted: n % 6 === 2,
      isMember: n % 3 === 1,
      // Some signed up, and some were last active, in the same moment.
      signedUpAt: start + Math.floor(n / 2) * hour,
      activeAt: n % 8 === 3 ? null : start + Math.floor(((n * 17) % count) / 3) * hour,
    }))
    for (const person of people) {
      const { id, name, email, activeAt } = person
      const base = { project_id: project.id, user_id: id }
      const signed_up_at = new Date(person.signedUpAt)
      await db
        .insertInto('users')
        .values({
          project_id: project.id,
          id,
          display_name: name,
          is_anonymous: person.isAnonymous,
          password_hash: person.hasPassword ? 'hash' : null,
          restricted_at: person.isRestricted ? signed_up_at : null,
          restriction_reason: person.isRestricted ? 'Spam' : null,
          signed_up_at,
          last_active_at: new Date(activeAt ?? person.signedUpAt),
          search_text: joinSearchText(name, email ? [email] : []),
        })
        .execute()
      if (email) {
        await sql`INSERT INTO contact_channels (project_id, user_id, id, type, value, is_primary, is_verified, used_for_auth, created_at)
          VALUES (${project.id}, ${id}, gen_random_uuid(), 'email', ${email}, true, ${person.isVerified}, false, now())`.execute(
          db,
        )
      }
      if (activeAt !== null) {
        await db
          .insertInto('user_activity')
          .values({ ...base, last_active_at: new Date(activeAt), is_anonymous: person.isAnonymous })
          .execute()
      }
      if (person.isMember) {
        await sql`INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
          VALUES (${project.id}, ${teamId}, ${id}, now())`.execute(db)
      }
    }
  })

  const filters: Record<string, [query: () => Query, matches: (person: Person) => boolean]> = {
    everybody: [() => ({}), () => true],
    'a text of many': [() => ({ query: 'grace' }), ({ name }) => name?.startsWith('grace') ?? false],
    'a text of one': [() => ({ query: 'PERSON.11@' }), ({ email }) => email === 'person.11@example.com'],
    'two characters': [() => ({ query: '3@' }), ({ email }) => email?.includes('3@') ?? false],
    'a text of nobody': [() => ({ query: 'zqx' }), () => false],
    'an ID': [() => ({ query: people[9]!.id }), ({ id }) => id === people[9]!.id],
    verified: [() => ({ primary_email_verified: 'true' }), ({ email, isVerified }) => email !== null && isVerified],
    unverified: [() => ({ primary_email_verified: 'false' }), ({ email, isVerified }) => email !== null && !isVerified],
    'a method': [() => ({ auth_method: 'password' }), ({ hasPassword }) => hasPassword],
    'a method of nobody': [() => ({ auth_method: 'passkey' }), () => false],
    restricted: [() => ({ restricted: 'true' }), ({ isRestricted }) => isRestricted],
    'not restricted': [() => ({ restricted: 'false' }), ({ isRestricted }) => !isRestricted],
    'a team': [() => ({ team_id: teamId }), ({ isMember }) => isMember],
    'another team': [() => ({ team_id: randomUUID() }), () => false],
    'a text in a team': [() => ({ team_id: teamId, query: 'person' }), (person) => person.isMember && !!person.email],
    'restricted members': [
      () => ({ team_id: teamId, restricted: 'true' }),
      (person) => person.isMember && person.isRestricted,
    ],
    'a range of sign-ups': [
      () => ({ signed_up_from_millis: start + 5 * hour, signed_up_until_millis: start + 11 * hour }),
      ({ signedUpAt }) => signedUpAt >= start + 5 * hour && signedUpAt < start + 11 * hour,
    ],
    'a text in a range of sign-ups': [
      () => ({ query: 'person', signed_up_from_millis: start + 5 * hour, signed_up_until_millis: start + 11 * hour }),
      ({ signedUpAt, email }) => !!email && signedUpAt >= start + 5 * hour && signedUpAt < start + 11 * hour,
    ],
    'a range of activity': [
      () => ({ last_active_from_millis: start + 3 * hour, last_active_until_millis: start + 9 * hour }),
      ({ activeAt }) => activeAt !== null && activeAt >= start + 3 * hour && activeAt < start + 9 * hour,
    ],
    'both ranges': [
      () => ({ signed_up_from_millis: start + 8 * hour, last_active_until_millis: start + 9 * hour }),
      ({ signedUpAt, activeAt }) => signedUpAt >= start + 8 * hour && activeAt !== null && activeAt < start + 9 * hour,
    ],
    'times of the far future': [
      () => ({ signed_up_from_millis: 8_640_000_000_000_000, last_active_from_millis: 8_640_000_000_000_000 }),
      () => false,
    ],
  }

  const kinds: Record<string, (person: Person) => boolean> = {
    exclude: ({ isAnonymous }) => !isAnonymous,
    include: () => true,
    only: ({ isAnonymous }) => isAnonymous,
  }

  const orders: [Query, (a: Person, b: Person) => number][] = [
    [{ order_by: 'signed_up_at' }, bySignUp],
    [{ order_by: 'signed_up_at', desc: 'true' }, (a, b) => bySignUp(b, a)],
    [{ order_by: 'last_active_at' }, byActivity(1)],
    [{ order_by: 'last_active_at', desc: 'true' }, byActivity(-1)],
    [{ order_by: 'name' }, byName],
    [{ order_by: 'name', desc: 'true' }, (a, b) => byName(b, a)],
  ]

  function bySignUp(a: Person, b: Person): number {
    return a.signedUpAt - b.signedUpAt || (a.id < b.id ? -1 : 1)
  }

  /** Capital letters and accents do not matter, and users without a name come last. */
  function byName(a: Person, b: Person): number {
    const [first, second] = [a, b].map(({ name }) => name?.toLowerCase().normalize('NFKD') ?? '~')
    return first === second ? (a.id < b.id ? -1 : 1) : first! < second! ? -1 : 1
  }

  function byActivity(sign: 1 | -1) {
    return (a: Person, b: Person) => {
      if (a.activeAt === null || b.activeAt === null) {
        return Number(a.activeAt === null) - Number(b.activeAt === null) || bySignUp(b, a)
      }
      return sign * (a.activeAt - b.activeAt || (a.id < b.id ? -1 : 1))
    }
  }

  test.each(Object.keys(filters))('has everybody who matches once, in order: %s', async (name) => {
    const [query, matches] = filters[name]!
    for (const [kind, isOfKind] of Object.entries(kinds)) {
      for (const [order, compare] of orders) {
        const expected = people.filter((person) => matches(person) && isOfKind(person)).sort(compare)
        const given = { ...query(), anonymous: kind, ...order }
        for (const limit of [3, 200]) {
          const found = await list(project, { ...given, limit })
          expect(found, JSON.stringify({ ...given, limit })).toEqual(expected.map(({ id }) => id))
        }
      }
    }
  })

  test('tells how many users there are, whatever the other filters are', async () => {
    for (const [kind, isOfKind] of Object.entries(kinds)) {
      const query = { anonymous: kind as 'only', query: 'zqx' }
      const { total_users } = await project.call('GET /internal/users', { as: 'admin', query })
      expect(total_users).toBe(people.filter(isOfKind).length)
    }
  })

  test('continues where it stopped reading if few rows matched', async () => {
    const { db } = project.server.platform
    const filter: UserFilter = { query: '', anonymous: 'include', authMethod: 'password' }
    const variants: Partial<UserFilter>[] = [{}, { query: 'person' }, { teamId }, { isRestricted: false, query: 'a' }]
    for (const variant of variants) {
      for (const part of ['signed-up', 'active', 'name'] as const) {
        const asked = { filter: { ...filter, ...variant }, isDescending: true, limit: 4, now: new Date() }
        const all = await listUsers(db, project.id, {
          ...asked,
          limit: 200,
          start: { part },
        })
        const found: string[] = []
        let isShort = false
        for (let next: Parameters<typeof listUsers>[2]['start'] | null = { part }; next; ) {
          const bounds = { first: 3, set: 7, more: 3 }
          const page: Awaited<ReturnType<typeof listUsers>> = await listUsers(db, project.id, {
            ...asked,
            start: next,
            bounds,
          })
          found.push(...page.users.map(({ id }) => id))
          next = page.next
          isShort ||= next !== null && page.users.length < 4
        }
        expect(found).toEqual(all.users.map(({ id }) => id))
        expect(found.length).toBeGreaterThan(2)
        expect(isShort).toBe(true)
      }
    }
  })

  test('shows what the dashboard shows of a user', async () => {
    const { items } = await project.call('GET /internal/users', { as: 'admin', query: { query: people[5]!.id } })
    expect(items).toEqual([
      {
        id: people[5]!.id,
        display_name: people[5]!.name,
        profile_image_url: null,
        primary_email: 'person.5@example.com',
        primary_email_verified: false,
        is_anonymous: false,
        is_restricted: false,
        auth_methods: ['password'],
        requires_totp_mfa: false,
        passkey_mfa_enabled: false,
        signed_up_at_millis: people[5]!.signedUpAt,
        last_active_at_millis: people[5]!.activeAt,
      },
    ])
    const never = people.find(({ activeAt, isAnonymous }) => activeAt === null && !isAnonymous)!
    const { items: others } = await project.call('GET /internal/users', { as: 'admin', query: { query: never.id } })
    expect(others).toMatchObject([{ last_active_at_millis: null }])
  })

  test('is empty in another project', async () => {
    const other = await testProject()
    expect(await list(other, { anonymous: 'include' })).toEqual([])
    expect(await list(other, { team_id: teamId, order_by: 'last_active_at' })).toEqual([])
    expect(await list(other, { query: people[9]!.id, anonymous: 'include' })).toEqual([])
  })
})

test('a restriction that has ended does not count', async () => {
  const project = await testProject()
  const { user_id } = await project.signUp()
  const body = { reason: 'Spam', until_millis: Date.now() + 60_000 }
  await project.call('PUT /users/{user_id}/restriction', { as: 'server', params: { user_id }, body })
  expect(await list(project, { restricted: 'true' })).toEqual([user_id])
  await sql`UPDATE users SET restricted_until = now() - interval '1 minute' WHERE id = ${user_id}`.execute(
    project.server.platform.db,
  )
  for (const order_by of ['signed_up_at', 'last_active_at']) {
    expect(await list(project, { restricted: 'true', order_by })).toEqual([])
    expect(await list(project, { restricted: 'false', order_by })).toEqual([user_id])
  }
})

test('a cursor survives the deletion of the user it was made of', async () => {
  const project = await testProject()
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await project.call('POST /users', { as: 'server', body: {} })).id)
  for (const order_by of ['signed_up_at', 'last_active_at', 'name'] as const) {
    const all = await list(project, { order_by })
    const page = await project.call('GET /internal/users', { as: 'admin', query: { limit: 1, order_by } })
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: all[0]! } })
    expect(await list(project, { order_by, cursor: page.pagination.next_cursor! })).toEqual(all.slice(1))
  }
})

test.each([
  'x',
  '',
  toCursor('somewhere', 1, randomUUID()),
  toCursor('active', 1, randomUUID()),
  toCursor('signed-up', 1e17, randomUUID()),
  toCursor('signed-up', "1'; --", randomUUID()),
  toCursor('signed-up', 1, 'nobody'),
  toCursor('signed-up', 1),
])('refuses the cursor %j', async (cursor) => {
  const { send } = await testProject()
  expect(await send('GET /internal/users', { as: 'admin', query: { cursor } })).toMatchObject({ status: 400 })
})

test.each([
  toCursor('name', 1, randomUUID()),
  toCursor('name', 'ada\0', randomUUID()),
  toCursor('name', 'a'.repeat(101), randomUUID()),
  toCursor('signed-up', 1, randomUUID()),
])('refuses the cursor %j in the order of names', async (cursor) => {
  const { send } = await testProject()
  const query = { cursor, order_by: 'name' as const }
  expect(await send('GET /internal/users', { as: 'admin', query })).toMatchObject({ status: 400 })
})

test('sorts by long and strange names', async () => {
  const project = await testProject()
  const names = ['\u{fdfa}'.repeat(256), 'ß'.repeat(256), '\u{10ffff}', '  ', '"; --', '\u{1f600}'.repeat(100)]
  for (const display_name of names) await project.call('POST /users', { as: 'server', body: { display_name } })
  const all = await list(project, { order_by: 'name', limit: 2 })
  expect(new Set(all).size).toBe(names.length)
  expect(await list(project, { order_by: 'name', desc: 'true', limit: 1 })).toEqual(all.toReversed())
})

test('accepts the oldest and the newest place that a cursor can name', async () => {
  const { send } = await testProject()
  for (const micros of [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]) {
    const cursor = toCursor('signed-up', micros, randomUUID())
    expect(await send('GET /internal/users', { as: 'admin', query: { cursor } })).toMatchObject({ status: 200 })
  }
})

test.each([
  { limit: 0 },
  { limit: 201 },
  { order_by: 'password_hash' },
  { desc: 'yes' },
  { anonymous: 'true' },
  { restricted: '1' },
  { team_id: 'x' },
  { query: 'a'.repeat(1001) },
  { signed_up_from_millis: -1 },
  { last_active_until_millis: 1e17 },
  { include_anonymous: 'true' },
])('%j is a schema error', async (query) => {
  const { send } = await testProject()
  expect(await send('GET /internal/users', { as: 'admin', query })).toMatchObject({
    status: 400,
    body: { code: 'SCHEMA_ERROR' },
  })
})

test('is for admins only', async () => {
  const { send } = await testProject()
  for (const as of ['client', 'server'] as const) {
    expect(await send('GET /internal/users', { as })).toMatchObject({ body: { code: 'INSUFFICIENT_ACCESS_TYPE' } })
  }
})
