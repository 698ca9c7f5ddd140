import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'

/** A point within a transaction that `rollBackTo` returns to. */
export async function setSavepoint(trx: Db, name: string): Promise<void> {
  await sql`SAVEPOINT ${sql.id(name)}`.execute(trx)
}

export async function rollBackTo(trx: Db, name: string): Promise<void> {
  await sql`ROLLBACK TO SAVEPOINT ${sql.id(name)}`.execute(trx)
}

/** For work on a connection of its own. */
export async function inClientTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** One snapshot for all reads, and proof that nothing is changed. */
export async function inSnapshot(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    await work()
  } finally {
    await client.query('ROLLBACK').catch(() => {})
  }
}
