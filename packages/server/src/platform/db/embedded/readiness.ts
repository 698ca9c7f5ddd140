import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../start/error.ts'
import { describeServerRole, serverPasswordOf, serverRole } from './server-role.ts'

interface Waiting {
  port: number
  password: string
  isRunning: () => boolean
}

const maxMillis = 120_000

/** For everything but the preparation below. The password is that of the superuser. */
export function connectionStringOf(port: number, password: string): string {
  return describeConnection(serverRole, serverPasswordOf(password), port, 'latchkey')
}

export function superuserConnectionStringOf(port: number, password: string, database = 'latchkey'): string {
  return describeConnection('latchkey', password, port, database)
}

function describeConnection(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Resolves when the database is ready for the server, creating it if necessary, or when PostgreSQL has exited. */
export async function waitUntilReady({ port, password, isRunning }: Waiting): Promise<undefined> {
  const deadline = performance.now() + maxMillis
  while (isRunning()) {
    const problem = await query(superuserConnectionStringOf(port, password), describeServerRole(password))
    if (problem === undefined) return
    // If the process was killed between initdb and this line, our database is missing. 42P04: it already exists.
    if (problem.code === '3D000') {
      await query(superuserConnectionStringOf(port, password, 'postgres'), 'CREATE DATABASE latchkey')
    }
    if (problem.code === '28P01') {
      throw new StartError(
        'The embedded PostgreSQL does not accept the password in the file postgres-password of the data folder.',
      )
    }
    if (performance.now() > deadline)
      throw new StartError(`The embedded PostgreSQL does not respond: ${problem.message}.`)
    await delay(20)
  }
}

/** The error, or undefined on success. */
async function query(connectionString: string, sql: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  // A connection lost between two calls emits an event, which would end our process without a listener.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => {})
  }
}
