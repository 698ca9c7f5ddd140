import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeTables } from '../testing/describe-tables.ts'
import { testServer } from '../testing/index.ts'

test('the types of the tables are those of a migrated database', async () => {
  const { services } = await testServer()
  await expect(await describeTables(services.db)).toMatchFileSnapshot('./tables.ts')
})

test('every table says what one of its rows is', async () => {
  const { services } = await testServer()
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND obj_description(oid, 'pg_class') IS NULL
  `.execute(services.db)
  expect(rows).toEqual([])
})
