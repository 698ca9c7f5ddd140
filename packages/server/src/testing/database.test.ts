import { expect, inject, test } from 'vitest'
import { createDatabase, openPool } from './database.ts'

test('a connection that is ended with its database does not end the process', async () => {
  const database = await createDatabase(inject('databaseUrl'), { isEmpty: true })
  const pool = openPool(database.url)
  const client = await pool.connect()
  await database.drop()
  await expect(client.query('SELECT 1')).rejects.toThrow()
  client.release(true)
  await pool.end()
})
