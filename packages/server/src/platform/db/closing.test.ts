import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createLog } from '../log.ts'
import { connectDatabase } from './database.ts'

test('a connection that is lost is told of, but not while the server stops on purpose', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'debug', isProduction: false, write: (line) => void lines.push(line) })
  const { db, pool, close } = connectDatabase(inject('databaseUrl'), log)
  const pidOf = async () => (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)).rows[0]!.pid
  const other = connectDatabase(inject('databaseUrl'), log)

  await sql`SELECT pg_terminate_backend(${await pidOf()})`.execute(other.db)
  await expect.poll(() => lines).toEqual([expect.stringContaining('A database connection was lost')])

  await pidOf()
  const closed = close()
  // What arrives when the database is faster than the good-bye.
  pool.emit('error', new Error('terminating connection due to administrator command'), {} as never)
  await closed
  await other.close()
  expect(lines).toHaveLength(1)
})
