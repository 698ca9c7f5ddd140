import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, endConnections, execute } from '../../testing/database.ts'
import { openTestServer } from '../../testing/index.ts'
import { findWriteObstacle, rememberObstacle, smallWorkMemory } from './obstacles.ts'

async function openServer() {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const server = await openTestServer(database.url, { logLines: [] })
  onTestFinished(() => server.close())
  const name = new URL(database.url).pathname.slice(1)
  /** For all connections, which have to be made again for it. */
  const configure = async (change: string) => {
    await execute(inject('databaseUrl'), `ALTER DATABASE ${name} ${change}`)
    await endConnections(inject('databaseUrl'), name)
  }
  const ask = async (path: string) => {
    const response = await server.fetch(path)
    return { status: response.status, body: await response.json() }
  }
  return { configure, ask, url: database.url }
}

type Server = Awaited<ReturnType<typeof openServer>>

async function expectReason({ ask }: Server, reason: string): Promise<void> {
  await expect.poll(() => ask('/ready')).toEqual({ status: 503, body: { status: reason } })
  await expect.poll(() => ask('/health?db')).toEqual({ status: 500, body: { status: 'error', reason } })
  expect(await ask('/health')).toEqual({ status: 200, body: { status: 'ok' } })
}

async function expectReady({ ask }: Server): Promise<void> {
  await expect.poll(() => ask('/ready')).toEqual({ status: 200, body: { status: 'ready' } })
  await expect.poll(() => ask('/health?db')).toEqual({ status: 200, body: { status: 'ok' } })
}

test('a server whose database is read-only is not ready, and says so', async () => {
  const server = await openServer()
  await expectReady(server)
  await server.configure('SET default_transaction_read_only = on')
  await expectReason(server, 'database read-only')
  await server.configure('RESET default_transaction_read_only')
  await expectReady(server)
})

test('a server whose database has a full disk is not ready, and says so', async () => {
  const server = await openServer()
  await expectReady(server)
  // What the database answers to everything that it has to write, in place of a disk that is full.
  await execute(
    server.url,
    `CREATE FUNCTION generate_series(integer, integer) RETURNS SETOF integer LANGUAGE plpgsql AS $$
     BEGIN RAISE 'could not write to file' USING ERRCODE = 'disk_full'; END $$`,
  )
  await server.configure('SET search_path = public, pg_catalog')
  await expectReason(server, 'database disk full')
  await server.configure('RESET search_path')
  await expectReady(server)
})

test('whether the disk is full is found out by writing to it', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(smallWorkMemory)
  expect(await findWriteObstacle(client)).toBeUndefined()
  await client.query('SELECT pg_stat_force_next_flush()')
  const countFiles = async () =>
    Number(
      (await client.query('SELECT temp_files FROM pg_stat_database WHERE datname = current_database()')).rows[0]
        .temp_files,
    )
  await expect.poll(countFiles).toBe(1)
})

test('whoever asks often does not make the database work more', async () => {
  let times = 0
  const find = rememberObstacle(async () => {
    times++
    return undefined
  })
  await Promise.all(Array.from({ length: 50 }, find))
  await find()
  expect(times).toBe(1)
})
