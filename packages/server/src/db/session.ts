import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * What a new connection needs before anybody uses it. The settings follow as a statement, because a pooler such as PgBouncer
 * refuses them among the parameters of the start.
 */
export async function prepareSession(client: pg.ClientBase, statementMillis: number): Promise<void> {
  // Whoever waits on a connection is told that it was lost; the event beside that would end the process if nobody listened.
  client.on('error', () => {})
  await client.query(
    `SET statement_timeout = ${statementMillis}; SET idle_in_transaction_session_timeout = ${statementMillis};` +
      // Compiling a query takes longer than any of ours, and the planner would do it for what it overestimates.
      'SET jit = off',
  )
}

/**
 * A network that swallows everything leaves connections open, and who waits on one would wait for as long as the system
 * goes on trying: a quarter of an hour.
 */
export function endWhenSilent(client: pg.ClientBase, maxSilenceMillis: number, isMeant: () => boolean): void {
  const stream = streamOf(client)
  stream.setTimeout(maxSilenceMillis, () => isMeant() && stream.destroy())
}

/** For work on a connection that may take as long as it likes. */
export async function allowLongWork(client: pg.ClientBase): Promise<void> {
  streamOf(client).setTimeout(0)
  await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
}

export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
