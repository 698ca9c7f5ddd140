import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { createRepeatedWarning } from '../repeated-warning.ts'
import { readOnlyState } from './outages.ts'
import { preparedName, rememberPool } from './prepared.ts'
import { endWhenSilent, ignoreLoss, prepareSession } from './session.ts'
import type { Tables } from './tables.ts'

/** The database or a transaction. */
export type Db = Kysely<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  /** For work that needs a session of its own, such as migrations and backups. */
  directPool: pg.Pool
  close(): Promise<void>
}

export interface PoolOptions {
  maxConnections?: number
  /** How long a request waits for a free connection. */
  connectMillis?: number
  /** How long a statement may take. */
  statementMillis?: number
  /**
   * The database itself, if the other URL leads to a pooler that gives every transaction another connection: then nothing
   * may depend on the session, such as its settings and prepared statements.
   */
  directUrl?: string | undefined
}

/** Requests fail within five seconds if the database does not respond. */
const defaultConnectMillis = 4_500
const defaultStatementMillis = 4_000
/** How long after the statement timeout a silent connection is considered lost. */
const graceMillis = 500

export function connectDatabase(databaseUrl: string, log: Log, options: PoolOptions = {}): Database {
  const { directUrl } = options
  let isClosing = false
  // The pool replaces broken idle connections. While closing, the database may still report that it is shutting down.
  const warnOfLoss = createRepeatedWarning(log, 'A database connection was lost')
  const onLost = (error: Error) => isClosing || warnOfLoss({ reason: error.message })
  const isPrepared = directUrl === undefined
  const pool = openPool(databaseUrl, options, { isSession: isPrepared }).on('error', onLost)
  const directPool = directUrl ? openPool(directUrl, options, { isSession: true }).on('error', onLost) : pool
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool, { isPrepared }) }) })
  rememberPool(db, pool, { isPrepared })
  const close = async () => {
    isClosing = true
    await db.destroy()
    if (directPool !== pool) await directPool.end()
  }
  return { db, pool, directPool, close }
}

function openPool(connectionString: string, options: PoolOptions, { isSession }: { isSession: boolean }): pg.Pool {
  const { statementMillis = defaultStatementMillis } = options
  const idle = new WeakSet<pg.ClientBase>()
  const pool = new pg.Pool({
    connectionString,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: options.connectMillis ?? defaultConnectMillis,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'latchkey',
    onConnect: async (client) => {
      endWhenSilent(client, statementMillis + graceMillis, () => !idle.has(client))
      if (isSession) await prepareSession(client, statementMillis)
      else ignoreLoss(client)
    },
  })
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_error, client) => idle.add(client))
  return pool
}

/** Names the statements made by `prepareQuery`, so that the driver prepares them. */
function preparing(pool: pg.Pool, { isPrepared }: { isPrepared: boolean }) {
  const wrapped = new WeakMap<pg.PoolClient, pg.PoolClient>()

  function wrap(client: pg.PoolClient): pg.PoolClient {
    let isReadOnly = false
    const query = (text: string, values: unknown[]) => {
      const name = isPrepared ? preparedName(text) : undefined
      const answer = name ? client.query({ name, text, values }) : client.query(text, values)
      answer.catch((error) => {
        isReadOnly ||= sqlState(error) === readOnlyState
      })
      return answer
    }
    // After a failover the old server may continue as a read-only replica; a new connection leads to the new primary.
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

/** Runs all of `work` or nothing. Deadlocks and serialization failures are retried, so `work` must be repeatable. */
export async function inTransaction<T>(db: Db, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === maxAttempts || !retriedStates.has(sqlState(error) ?? '')) throw error
    }
  }
}

export function isSqlState(error: unknown, state: string): boolean {
  return sqlState(error) === state
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Whether the write failed because it would have violated this unique index. */
export function breaksUniqueIndex(error: unknown, index: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === index
}

/** Whether a referenced row no longer exists, for example because a user was deleted in the meantime. */
export function breaksForeignKey(error: unknown): boolean {
  return isSqlState(error, '23503')
}
