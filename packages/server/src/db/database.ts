import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { readOnlyState } from './outages.ts'
import { preparedName, rememberPool } from './prepared.ts'
import { endWhenSilent, prepareSession } from './session.ts'
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
  /** How long a statement may take. */
  statementMillis?: number
}

/** A database that does not answer is told of within five seconds, whatever a request was waiting for. */
const defaultConnectMillis = 4_500
const defaultStatementMillis = 4_000
/** How much longer than a statement may take a connection in use may say nothing. */
const graceMillis = 500

export function connectDatabase(databaseUrl: string, log: Log, options: PoolOptions = {}): Database {
  const { statementMillis = defaultStatementMillis } = options
  const idle = new WeakSet<pg.ClientBase>()
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: options.connectMillis ?? defaultConnectMillis,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'latchkey',
    onConnect: (client) => {
      endWhenSilent(client, statementMillis + graceMillis, () => !idle.has(client))
      return prepareSession(client, statementMillis)
    },
  })
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_error, client) => idle.add(client))
  let isClosing = false
  // The pool replaces an idle connection that breaks. One that is being closed may still hear that the database stops.
  pool.on('error', (error) => isClosing || log.warn('A database connection was lost', { reason: error.message }))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  rememberPool(db, pool)
  const close = () => {
    isClosing = true
    return db.destroy()
  }
  return { db, pool, close }
}

/** Gives statements made by `prepareQuery` their name, which is how the driver knows that they are prepared. */
function preparing(pool: pg.Pool) {
  const wrapped = new WeakMap<pg.PoolClient, pg.PoolClient>()

  function wrap(client: pg.PoolClient): pg.PoolClient {
    let isReadOnly = false
    const query = (text: string, values: unknown[]) => {
      const name = preparedName(text)
      const answer = name ? client.query({ name, text, values }) : client.query(text, values)
      answer.catch((error) => {
        isReadOnly ||= sqlState(error) === readOnlyState
      })
      return answer
    }
    // After a failover the old server may live on as a copy that takes no writes; a new connection leads to the new one.
    const wrapper = { query, release: () => client.release(isReadOnly) } as unknown as pg.PoolClient
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
