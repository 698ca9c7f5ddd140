import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, openPool } from '../../testing/database.ts'
import { migrate } from './migrate.ts'

async function migratedDatabase(): Promise<pg.Pool> {
  const database = await createDatabase(inject('databaseUrl'))
  const pool = openPool(database.url, 2)
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return pool
}

test('nothing is applied twice', async () => {
  const pool = await migratedDatabase()
  expect(await migrate(pool)).toEqual([])
})

test('functions and triggers that have changed are applied again', async () => {
  const pool = await migratedDatabase()
  await pool.query("UPDATE migrations SET checksum = 'another' WHERE name = 'functions/users.sql'")
  await pool.query('DROP FUNCTION sync_has_passkey CASCADE')
  expect(await migrate(pool)).toEqual(['functions/users.sql'])
  const { rows } = await pool.query("SELECT FROM pg_trigger WHERE tgname = 'sync_has_passkey'")
  expect(rows).toHaveLength(1)
  expect(await migrate(pool)).toEqual([])
})

test.each([
  ['newer', '0.10.0', []],
  ['older', '0.0.9', ['functions/users.sql']],
])('functions of a version that is %s than this one are kept or replaced, so that the newest wins', async (_, version, applied) => {
  const pool = await migratedDatabase()
  const sql = "UPDATE migrations SET checksum = 'another', version = $1 WHERE name = 'functions/users.sql'"
  await pool.query(sql, [version])
  expect(await migrate(pool)).toEqual(applied)
  expect(await migrate(pool)).toEqual([])
})

test('a migration must not change after it was applied', async () => {
  const pool = await migratedDatabase()
  await pool.query("UPDATE migrations SET checksum = 'another' WHERE name = '0002_users.sql'")
  await expect(migrate(pool)).rejects.toThrow('0002_users.sql of this version of Latchkey is not the one')
})

test.each([
  ['a newer version', '9999_future.sql', 'was migrated by a newer version of Latchkey (it has 9999_future.sql)'],
  [
    'a version before the first release',
    '0001_foundation.sql',
    'Start with an empty database, or delete the data folder',
  ],
])('a database of %s is refused with a sentence that helps', async (_, name, sentence) => {
  const pool = await migratedDatabase()
  await pool.query("INSERT INTO migrations (name, checksum) VALUES ($1, '')", [name])
  await expect(migrate(pool)).rejects.toThrow(sentence)
})

test('no extension is needed', async () => {
  const pool = await migratedDatabase()
  const { rows } = await pool.query('SELECT extname FROM pg_extension')
  expect(rows).toEqual([{ extname: 'plpgsql' }])
})
