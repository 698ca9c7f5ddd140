import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeTables } from '../../testing/describe-tables.ts'
import { testServer } from '../../testing/index.ts'
import { sharedTables } from '../../testing/statements/named-projects.ts'

test('the types of the tables are those of a migrated database', async () => {
  const { platform } = await testServer()
  await expect(await describeTables(platform.db)).toMatchFileSnapshot('./tables.ts')
})

test('every table says what one of its rows is', async () => {
  const { platform } = await testServer()
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND obj_description(oid, 'pg_class') IS NULL
  `.execute(platform.db)
  expect(rows).toEqual([])
})

test('every table is divided by project, which is part of its primary key', async () => {
  const { platform } = await testServer()
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class c
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT EXISTS (
      SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary
        AND a.attname = CASE c.relname WHEN 'projects' THEN 'id' ELSE 'project_id' END
    )`.execute(platform.db)
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(sharedTables).sort())
})
