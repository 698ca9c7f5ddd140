import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Log } from '../log.ts'

/**
 * Prepares a new connection. The settings are sent as a statement, because poolers such as PgBouncer reject them as startup
 * parameters.
 */
export async function prepareSession(client: pg.ClientBase, statementMillis: number): Promise<void> {
  ignoreLoss(client)
  await client.query(
    `SET statement_timeout = ${statementMillis}; SET idle_in_transaction_session_timeout = ${statementMillis};` +
      // Compiling takes longer than any of our queries, and the planner would do it whenever it overestimates one.
      'SET jit = off',
  )
}

/** Pending queries are rejected if the connection is lost; without a listener, the event would also end the process. */
export function ignoreLoss(client: pg.ClientBase): void {
  client.on('error', () => {})
}

/**
 * If the network drops packets silently, connections stay open, and queries would wait until the operating system gives up
 * after a quarter of an hour.
 */
export function endWhenSilent(client: pg.ClientBase, maxSilenceMillis: number, isMeant: () => boolean): void {
  const stream = streamOf(client)
  stream.setTimeout(maxSilenceMillis, () => isMeant() && stream.destroy())
}

/** A pooler shares its connections between transactions, so their settings have to come from the database. */
export async function checkPooledSettings(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query('SELECT current_user AS role, current_setting($1) AS value', ['statement_timeout'])
  const { role, value } = rows[0]
  if (value !== '0') return
  log.warn(`Statements have no time limit. Set one with: ALTER ROLE "${role}" SET statement_timeout = '4s'`)
}

/** What is set up for a session, such as notifications, does not work if every transaction gets another one. */
export async function checkSessions(pool: pg.Pool, log: Log, variable: string): Promise<void> {
  // Tests use a single connection.
  if (pool.options.max < 2 || !(await sharesSessions(pool))) return
  const place = variable === 'DATABASE_URL' ? 'DATABASE_DIRECT_URL' : variable
  log.warn(
    `${variable} leads to a pooler in transaction mode, such as PgBouncer: changes of keys and settings may be noticed late, and statements may fail. Set ${place} to the address of the database itself.`,
  )
}

/** Two connections are two sessions, unless a pooler gives both the one that is free, or one of them another. */
async function sharesSessions(pool: pg.Pool): Promise<boolean> {
  const clients: pg.PoolClient[] = []
  try {
    for (let n = 0; n < 2; n++) clients.push(await pool.connect())
    const sessions = new Set<number>()
    for (const client of [...clients, ...clients, ...clients]) {
      sessions.add((await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid)
    }
    return sessions.size !== clients.length
  } finally {
    for (const client of clients) client.release()
  }
}

/** Of the database server. */
export async function readMajorVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query('SHOW server_version_num')
  return Math.floor(Number(rows[0].server_version_num) / 10_000)
}

/** For work without a time limit. */
export async function allowLongWork(client: pg.ClientBase): Promise<void> {
  streamOf(client).setTimeout(0)
  await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
}

export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
