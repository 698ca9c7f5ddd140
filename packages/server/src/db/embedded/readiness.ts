import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../start/error.ts'

interface Waiting {
  port: number
  password: string
  isRunning: () => boolean
}

const maxMillis = 120_000

export function connectionStringOf(port: number, password: string, database = 'latchkey'): string {
  return `postgres://latchkey:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Resolves when the database accepts queries, creating it if necessary, or when the server has exited. */
export async function waitUntilReady({ port, password, isRunning }: Waiting): Promise<undefined> {
  const deadline = performance.now() + maxMillis
  while (isRunning()) {
    const code = await query(connectionStringOf(port, password), 'SELECT 1')
    if (code === undefined) return
    // If the process was killed between initdb and this line, our database is missing. 42P04: it already exists.
    if (code === '3D000') await query(connectionStringOf(port, password, 'postgres'), 'CREATE DATABASE latchkey')
    if (code === '28P01') {
      throw new StartError(
        'The embedded PostgreSQL does not accept the password in the file postgres-password of the data folder.',
      )
    }
    if (performance.now() > deadline) throw new StartError('The embedded PostgreSQL does not respond.')
    await delay(20)
  }
}

/** The error code, or undefined on success. */
async function query(connectionString: string, sql: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  // A connection lost between two calls emits an event, which would end our process without a listener.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  } finally {
    await client.end().catch(() => {})
  }
}
