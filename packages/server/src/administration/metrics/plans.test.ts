import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { type TestProject, testProject } from '../../testing/index.ts'
import { recentlyActiveQuery } from './queries.ts'

const anonymousCount = 3_000
const batchSize = 250
let project: TestProject
let db: Db

/** Three people, who were here before all the anonymous users. */
beforeAll(async () => {
  project = await testProject()
  db = project.server.platform.db
  for (let last = -batchSize; last < anonymousCount; last += batchSize) {
    const [from, to] = last < 0 ? [-2, 0] : [last + 1, last + batchSize]
    await sql`
      WITH added AS (
        INSERT INTO users (project_id, id, display_name, is_anonymous, signed_up_at, last_active_at)
        SELECT ${project.id}, gen_random_uuid(), n::text, n > 0, now(), now() + n * interval '1 second'
        FROM generate_series(${from}::integer, ${to}::integer) n
        RETURNING id, is_anonymous, last_active_at
      )
      INSERT INTO user_activity (project_id, user_id, last_active_at, is_anonymous)
      SELECT ${project.id}, id, last_active_at, is_anonymous FROM added`.execute(db)
  }
  await sql`ANALYZE user_activity`.execute(db)
})

interface PlanNode {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** What was read of the table that says who was seen when. */
async function readActivity(includeAnonymous: boolean): Promise<PlanNode[]> {
  const query = recentlyActiveQuery(project.id, { includeAnonymous, limit: 5 })
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query}`.execute(db)
  const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]
  return listNodes(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'user_activity')
}

test.each([
  ['without', false, 1],
  ['with', true, 2],
])('who was seen last is read from the newest on, %s anonymous users, and hardly anybody else', async (_, ...given) => {
  const [includeAnonymous, kinds] = given
  const reads = await readActivity(includeAnonymous)
  expect(reads).toHaveLength(kinds)
  for (const node of reads) {
    expect(node['Index Name']).toBe('user_activity_by_kind_and_time')
    expect(node['Actual Rows']).toBeLessThanOrEqual(5)
    expect(node['Rows Removed by Filter'] ?? 0).toBe(0)
  }
})

test('both kinds are in one order', async () => {
  const { recently_active } = await project.call('GET /internal/metrics', {
    as: 'admin',
    query: { include_anonymous: 'true' },
  })
  expect(recently_active.map(({ display_name }) => Number(display_name))).toEqual([3000, 2999, 2998, 2997, 2996])
  const others = await project.call('GET /internal/metrics', { as: 'admin' })
  expect(others.recently_active.map(({ display_name }) => Number(display_name))).toEqual([0, -1, -2])
})
