import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { isSqlState } from '../platform/db/database.ts'
import { ignoreLoss } from '../platform/db/session.ts'

const template = 'migrated_for_tests'

/**
 * A separate database on the run's PostgreSQL, for tests that start workers: on the shared one they would run the jobs
 * of other tests.
 */
export async function createDatabase(
  databaseUrl: string,
  { isEmpty = false } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const { rowCount } = await execute(databaseUrl, `SELECT FROM pg_database WHERE datname = '${template}'`)
  await execute(databaseUrl, `CREATE DATABASE ${name} ${rowCount === 1 && !isEmpty ? `TEMPLATE ${template}` : ''}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => drop(databaseUrl, name),
  }
}

async function drop(databaseUrl: string, name: string): Promise<void> {
  for (;;) {
    try {
      await execute(databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`)
      return
    } catch (error) {
      // It is being vacuumed for a moment, which only a superuser can interrupt.
      if (!isSqlState(error, '42501')) throw error
    }
  }
}

/** Without a listener, a connection that is ended with its database would end the process, even after `pool.end()`. */
export function openPool(databaseUrl: string, max = 10): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max }).on('error', () => {})
  return pool.on('connect', ignoreLoss)
}

/** Closes all connections to a separate database and refuses new ones, until the returned function is called. */
export async function lockOut(databaseUrl: string): Promise<() => Promise<void>> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  await execute(url.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await endConnections(url.href, name)
  return async () => {
    await execute(url.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  }
}

/** Only those of our own role: only a superuser can end the one that vacuums the database now and then. */
export async function endConnections(databaseUrl: string, name: string): Promise<void> {
  await execute(
    databaseUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`,
  )
}

/** Turns the current, unused database into a template, so that others need not run the migrations. */
export async function createTemplate(databaseUrl: string): Promise<void> {
  await execute(databaseUrl, `CREATE DATABASE ${template} TEMPLATE ${new URL(databaseUrl).pathname.slice(1)}`)
}

export async function execute(databaseUrl: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: databaseUrl })
  ignoreLoss(client)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
