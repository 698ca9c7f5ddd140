import { createServer } from 'node:net'
import pg from 'pg'
import type { Config } from '../config.ts'
import { readMajorVersion } from '../db/session.ts'
import { StartError } from './error.ts'

type Place = Pick<Config, 'port' | 'host'>

/** Reports early, before the slow parts, that the port cannot be used. */
export async function checkPort({ port, host }: Place): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()))
  }).catch((error) => {
    throw describePortProblem(error, { port, host }) ?? error
  })
}

/** Also for the server itself, which may still find the port in use. */
export function describePortProblem(error: unknown, { port, host }: Place): StartError | undefined {
  const { code, syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string }
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is already in use: stop the program that uses it, or choose another one with PORT=${port + 1}.`,
    )
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} requires more privileges: choose one above 1023 with PORT.`)
  }
  // Database errors look the same but concern another host.
  if (host !== undefined && (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === host))) {
    return new StartError(
      `HOST=${host} is not an address of this machine: use HOST=0.0.0.0 for all addresses, or leave HOST unset.`,
    )
  }
  return undefined
}

const oldestVersion = 15

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be resolved right now',
  ETIMEDOUT: 'it does not respond',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  '28P01': 'it rejects the user name or password',
  '28000': 'it rejects the user',
  '3D000': 'it has no database with that name',
}

/** Explains in one sentence why the database cannot be used. */
export async function checkDatabase(databaseUrl: string, variable = 'DATABASE_URL'): Promise<void> {
  const version = await readServerVersion(databaseUrl).catch((error: Error & { code?: string }) => {
    const { code = '', message } = error
    const reason = reasons[code] ?? (message.includes('timeout') ? reasons.ETIMEDOUT : message || code)
    const place = describeDatabase(databaseUrl)
    throw new StartError(`The database at ${place} cannot be used: ${reason}. Check ${variable}.`, { cause: error })
  })
  if (version >= oldestVersion) return
  throw new StartError(`Latchkey needs PostgreSQL ${oldestVersion} or newer; ${variable} points to version ${version}.`)
}

async function readServerVersion(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await readMajorVersion(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The location of the database, without credentials. */
export function describeDatabase(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host || 'the local socket'}${pathname}`
}
