import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, openPool } from '../../testing/database.ts'
import { openTestServer } from '../../testing/index.ts'

test('a server with another secret refuses the database, and leaves even its migrations alone', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  await (await openTestServer(database.url)).close()

  const pool = openPool(database.url, 1)
  onTestFinished(() => pool.end())
  const { rows } = await pool.query('SELECT name FROM migrations ORDER BY name DESC LIMIT 1')
  // As before an update that brings a migration.
  await pool.query('DELETE FROM migrations WHERE name = $1', [rows[0].name])
  const start = openTestServer(database.url, { secret: 'another secret that is long enough as well' })
  await expect(start).rejects.toThrow('LATCHKEY_SECRET is not the secret of this database')
  expect((await pool.query('SELECT FROM migrations WHERE name = $1', [rows[0].name])).rowCount).toBe(0)
})
