import pg from 'pg'
import type { Log } from '../log.ts'
import { createDatabaseClock } from './clock.ts'
import { findWriteObstacle, type Obstacle, rememberObstacle, smallWorkMemory } from './obstacles.ts'
import { streamOf } from './session.ts'

const channels = ['latchkey_project_changed', 'latchkey_job_added', 'latchkey_activity'] as const

export type Channel = (typeof channels)[number]

/** Undefined if messages may have been missed. */
type OnMessage = (payload: string | undefined) => void

/** Notifications that the database sends to every node, and the time of the database. */
export interface Notifications {
  subscribe(channel: Channel, onMessage: OnMessage): () => void
  /** False while messages may be missed. */
  isConnected(): boolean
  /** Undefined while the database accepts writes. */
  findObstacle(): Promise<Obstacle | undefined>
  now(): Date
  close(): Promise<void>
}

/** A dead connection is detected within two of these intervals. */
const probeMillis = 900
const maxConnectMillis = 4_500
const reconnectMillis = 500

/** Uses a separate connection, which is restored when it is lost. */
export async function listenToDatabase({
  databaseUrl,
  log,
}: {
  databaseUrl: string
  log: Log
}): Promise<Notifications> {
  const clock = createDatabaseClock()
  const subscribers = new Set<{ channel: string; onMessage: OnMessage }>()
  let isClosed = false
  let isConnected = false
  let isAsking = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const candidate = new pg.Client({ connectionString: databaseUrl, application_name: 'latchkey listener' })
    client = candidate
    candidate.on('notification', ({ channel, payload }) => {
      for (const one of subscribers) if (one.channel === channel) one.onMessage(payload)
    })
    candidate.on('error', () => reconnect(candidate))
    candidate.on('end', () => reconnect(candidate))
    const timeUp = setTimeout(() => streamOf(candidate).destroy(), maxConnectMillis)
    try {
      await candidate.connect()
      await candidate.query(smallWorkMemory)
      for (const channel of channels) await candidate.query(`LISTEN ${channel}`)
      await clock.measure(() => readTime(candidate))
    } finally {
      clearTimeout(timeUp)
    }
    for (const { onMessage } of subscribers) onMessage(undefined)
    isAsking = false
    isConnected = true
  }

  function reconnect(lost: pg.Client): void {
    if (isClosed || lost !== client || retry) return
    isConnected = false
    retry = setTimeout(() => {
      retry = undefined
      connect().catch((error: Error) => {
        log.debug('The notification connection could not be restored yet', { reason: error.message })
        if (client) reconnect(client)
      })
    }, reconnectMillis)
    retry.unref()
  }

  function probe(): void {
    if (!client || !isConnected) return
    // If the network fails silently, the connection stays open but never receives anything again.
    if (isAsking) return void streamOf(client).destroy()
    isAsking = true
    const asked = client
    clock
      .measure(() => readTime(asked))
      .then(
        () => {
          isAsking = false
        },
        () => {},
      )
  }

  // Messages that arrived while this process was busy are read first.
  const probing = setInterval(() => setImmediate(probe), probeMillis)
  probing.unref()
  const close = async () => {
    isClosed = true
    clearInterval(probing)
    clearTimeout(retry)
    await client?.end().catch(() => undefined)
  }
  try {
    await connect()
  } catch (error) {
    await close()
    throw error
  }
  // Not on a connection of the requests, which may all be in use.
  const findObstacle = rememberObstacle(() => findWriteObstacle(client!))
  return {
    subscribe(channel, onMessage) {
      const subscriber = { channel, onMessage }
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    isConnected: () => isConnected,
    findObstacle: async () => (isConnected ? findObstacle() : 'database away'),
    now: clock.now,
    close,
  }
}

async function readTime(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS millis')
  return rows[0].millis
}
