import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from './error.ts'

/** Tells early, before the slow parts, that the port cannot be used. */
export async function checkPort(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, exclusive: true }, () => server.close(() => resolve()))
  }).catch((error) => {
    throw describePortProblem(error, port) ?? error
  })
}

/** Also for the server itself, which may find the port taken after all. */
export function describePortProblem(error: unknown, port: number): StartError | undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is already in use: stop the program that uses it, or choose another one with PORT=${port + 1}.`,
    )
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} is not permitted to this user: choose one above 1023 with PORT.`)
  }
  return undefined
}

const oldestVersion = 15
const maxStartingMillis = 60_000

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  '28P01': 'it refuses the user name or password',
  '28000': 'it refuses the user',
  '3D000': 'it has no database of that name',
}

/** Tells in a sentence why the database of DATABASE_URL cannot be used. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const deadline = Date.now() + maxStartingMillis
  for (;;) {
    try {
      const version = await readServerVersion(databaseUrl)
      if (version >= oldestVersion) return
      throw new StartError(
        `Latchkey needs PostgreSQL ${oldestVersion} or newer; DATABASE_URL leads to version ${version}.`,
      )
    } catch (error) {
      if (error instanceof StartError) throw error
      const { code = '', message } = error as { code?: string; message: string }
      // A database that is about to be ready is worth waiting for.
      if (code !== '57P03' || Date.now() > deadline) {
        const place = describeDatabase(databaseUrl)
        const reason = reasons[code] ?? (message.includes('timeout') ? reasons.ETIMEDOUT : message || code)
        throw new StartError(`The database at ${place} cannot be used: ${reason}. Check DATABASE_URL.`, {
          cause: error,
        })
      }
      await delay(500)
    }
  }
}

async function readServerVersion(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SHOW server_version_num')
    return Math.floor(Number(rows[0].server_version_num) / 10_000)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Where the database is, without who may use it. */
export function describeDatabase(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host || 'the local socket'}${pathname}`
}
