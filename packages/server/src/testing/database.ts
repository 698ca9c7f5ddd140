import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * A database of its own on the run's server, for tests that start workers: on the shared one they would do the jobs of
 * other tests.
 */
export async function createDatabase(databaseUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(databaseUrl, `CREATE DATABASE ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => execute(databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function execute(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
