import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { toSearchText } from '../accounts/users/queries.ts'
import { toCursor } from '../platform/db/cursor.ts'
import { type TestProject, testProject } from '../testing/index.ts'
import { createPurchaseLink } from '../testing/shop.ts'

let project: TestProject
/** Newest first. */
const names = [
  ...Array.from({ length: 1_100 }, (_, index) => `Newer ${index}`),
  'Étoile <b>Marketing</b>',
  'مرحبا 🚀',
  ...Array.from({ length: 300 }, (_, index) => `Older team ${index}`),
]

beforeAll(async () => {
  project = await testProject()
  const { db } = project.server.platform
  await sql`
    INSERT INTO teams (project_id, id, display_name, created_at, search_text)
    SELECT ${project.id}, gen_random_uuid(), name, now() - place * interval '2 hours', search_text
    FROM unnest(${names}::text[], ${names.map(toSearchText)}::text[]) WITH ORDINALITY AS t (name, search_text, place)`.execute(
    db,
  )
})

const search = (query: Record<string, string | number>) => project.call('GET /internal/teams', { as: 'admin', query })

/** The names on all pages. */
async function searchAll(query: string, limit: number): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof search>> = await search({ query, limit, ...(cursor && { cursor }) })
    found.push(...page.items.map(({ display_name }) => display_name))
    cursor = page.pagination.next_cursor
  } while (cursor)
  return found
}

test.each([
  ['newer 10', 7],
  ['older', 40],
  ['r', 200],
  ['étoile <b>mark', 5],
  ['مرحبا', 5],
  ['🚀', 5],
  ['50% off_', 5],
])('a search for %s finds what contains it, newest first, on pages of %i', async (query, limit) => {
  const wanted = names.filter((name) => toSearchText(name).includes(query))
  expect(await searchAll(query, limit)).toEqual(wanted)
})

test('without a text all teams are listed, newest first', async () => {
  const { items, pagination } = await search({ limit: 2 })
  expect(items.map(({ display_name }) => display_name)).toEqual(['Newer 0', 'Newer 1'])
  expect(items[0]).not.toHaveProperty('server_metadata')
  expect(pagination.next_cursor).not.toBeNull()
})

test('a team is found by its ID, however old, and by a name that has changed', async () => {
  const { items } = await search({ query: 'older team 299' })
  const { id } = items[0]!
  expect((await search({ query: id })).items).toEqual(items)
  await project.call('PATCH /teams/{team_id}', {
    as: 'server',
    params: { team_id: id },
    body: { display_name: 'Ärzte' },
  })
  expect((await search({ query: 'ÄRZTE' })).items.map((team) => team.id)).toEqual([id])
  expect((await search({ query: 'older team 299' })).items).toEqual([])
})

test('a new team is found, and only in its own project', async () => {
  const created = await project.call('POST /teams', { as: 'server', body: { display_name: 'Quick brown foxes' } })
  expect((await search({ query: 'BROWN fox' })).items.map(({ id }) => id)).toEqual([created.id])
  const other = await testProject()
  const query = { query: 'brown fox', cursor: toCursor(Date.now() * 1000, created.id) }
  expect((await other.call('GET /internal/teams', { as: 'admin', query: { query: 'brown fox' } })).items).toEqual([])
  expect((await other.call('GET /internal/teams', { as: 'admin', query })).items).toEqual([])
})

test('a rare text is looked up in the index', async () => {
  const { db } = project.server.platform
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT id FROM teams t
    WHERE search_keys(t.project_id, t.search_text) @> search_keys(${project.id}, 'marketing')`.execute(db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/teams_by_search_keys/)
})

test('shows how many members a team has, who owns it and its plan', async () => {
  const shop = await testProject({
    'payments.offers.crew': {
      displayName: 'Crew',
      customerType: 'team',
      prices: { monthly: { USD: '5', interval: [1, 'month'] } },
    },
  })
  const [creator, member] = [await shop.signUp(), await shop.signUp()]
  const body = { display_name: 'Acme', creator_user_id: creator.user_id }
  const { id: team_id } = await shop.call('POST /teams', { as: 'server', body })
  const params = { team_id, user_id: member.user_id }
  await shop.call('POST /team-memberships/{team_id}/{user_id}', { as: 'server', params, body: {} })
  await shop.call('POST /teams', { as: 'server', body: { display_name: 'Empty' } })
  const full_code = await createPurchaseLink(shop, team_id, 'crew', { customerType: 'team' })
  const purchase = { full_code, price_id: 'monthly' }
  await shop.call('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body: purchase })
  const { items } = await shop.call('GET /internal/teams', { as: 'admin', query: {} })
  const own = items.filter(({ display_name }) => ['Acme', 'Empty'].includes(display_name))
  expect(own).toMatchObject([
    { display_name: 'Empty', member_count: 0, owner: null, plans: [] },
    {
      display_name: 'Acme',
      member_count: 2,
      owner: { id: creator.user_id, primary_email: creator.email },
      plans: ['Crew'],
    },
  ])
})
