import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { preparedName, rememberPool } from './prepared.ts'
import type { Tables } from './tables.ts'

/** What queries take: the database or a transaction on it. */
export type Db = Kysely<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

export interface PoolOptions {
  maxConnections?: number
  /** How long a request waits for a connection while all are in use. */
  connectMillis?: number
  /** How long a connection in use may say nothing. */
  maxSilenceMillis?: number
}

const statementMillis = 10_000
/** Longer than any statement may take. */
const silenceMillis = 12_000

export function connectDatabase(databaseUrl: string, log: Log, options: PoolOptions = {}): Database {
  const { maxConnections = 20, connectMillis = 5_000, maxSilenceMillis = silenceMillis } = options
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: connectMillis,
    statement_timeout: statementMillis,
    idle_in_transaction_session_timeout: statementMillis,
    idleTimeoutMillis: 60_000,
    application_name: 'latchkey',
    // Compiling a query takes longer than any of ours, and the planner would do it for what it overestimates.
    options: '-c jit=off',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn('A database connection was lost', { error }))
  endSilentConnections(pool, maxSilenceMillis)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  rememberPool(db, pool)
  return { db, pool, close: () => db.destroy() }
}

/**
 * A network that swallows everything leaves connections open, and who waits on one would wait for as long as the system
 * goes on trying: a quarter of an hour.
 */
function endSilentConnections(pool: pg.Pool, maxSilenceMillis: number): void {
  const inUse = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('connect', (client) => endWhenSilent(client, maxSilenceMillis, () => inUse.has(client)))
}

/** Whoever waits for an answer on the connection is then told that it was lost. */
export function endWhenSilent(client: pg.ClientBase, maxSilenceMillis: number, isMeant = () => true): void {
  const stream = streamOf(client)
  stream.setTimeout(maxSilenceMillis, () => isMeant() && stream.destroy())
}

/** For work on a connection that may take as long as it likes. */
export function allowSilence(client: pg.PoolClient): void {
  streamOf(client).setTimeout(0)
}

function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/** Gives statements made by `prepareQuery` their name, which is how the driver knows that they are prepared. */
function preparing(pool: pg.Pool) {
  const wrapped = new WeakMap<pg.PoolClient, pg.PoolClient>()

  function wrap(client: pg.PoolClient): pg.PoolClient {
    const query = (text: string, values: unknown[]) => {
      const name = preparedName(text)
      return name ? client.query({ name, text, values }) : client.query(text, values)
    }
    const wrapper = { query, release: () => client.release() } as unknown as pg.PoolClient
    wrapped.set(client, wrapper)
    return wrapper
  }

  return {
    connect: async () => {
      const client = await pool.connect()
      return wrapped.get(client) ?? wrap(client)
    },
    end: () => pool.end(),
  } as unknown as pg.Pool
}

const maxAttempts = 3
const retriedStates = new Set(['40001', '40P01'])

/** Runs all of `work` or nothing. Deadlocks and serialization failures are tried again, so `work` must be repeatable. */
export async function inTransaction<T>(db: Db, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === maxAttempts || !retriedStates.has(sqlState(error) ?? '')) throw error
    }
  }
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Whether the write failed because it would have broken this unique index. */
export function breaksUniqueIndex(error: unknown, index: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === index
}

/** Whether the row that a foreign key points at is gone, as when a user is deleted meanwhile. */
export function breaksForeignKey(error: unknown): boolean {
  return sqlState(error) === '23503'
}

/** The database is away or overloaded, rather than the query being wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  if (/^(08|53|57)/.test(code) || networkCodes.has(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  )
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH'])
