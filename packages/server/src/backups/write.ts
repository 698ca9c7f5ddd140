import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { allowLongWork } from '../db/session.ts'
import { secretCheckName } from '../deployment/secret-check.ts'
import { queues } from '../jobs/queues.ts'
import { version } from '../version.ts'
import { encryptStream } from './encryption.ts'
import { type BackupHeader, encodeFrame } from './format.ts'
import { type BackedUpTable, describeColumns, listBackedUpTables } from './tables.ts'

/** Writes a consistent copy of all tables while servers run. With a passphrase, it is encrypted in the format of age. */
export async function writeBackup(client: pg.ClientBase, output: Writable, passphrase?: string): Promise<void> {
  await allowLongWork(client)
  // One snapshot for all tables, and proof that nothing is changed.
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    const frames = Readable.from(readFrames(client), { objectMode: false })
    const packed = frames.pipe(createGzip())
    frames.on('error', (error) => packed.destroy(error))
    await pipeline(passphrase ? await encryptStream(packed, passphrase) : packed, output)
  } finally {
    await client.query('ROLLBACK').catch(() => {})
  }
}

async function* readFrames(client: pg.ClientBase): AsyncGenerator<Buffer> {
  yield encodeFrame({ type: 'header', value: await readHeader(client) })
  const tables = await listBackedUpTables(client)
  for (const table of tables) yield* readTable(client, table)
  yield encodeFrame({ type: 'end', value: { tables: tables.length } })
}

async function* readTable(client: pg.ClientBase, table: BackedUpTable): AsyncGenerator<Buffer> {
  yield encodeFrame({ type: 'table', value: table })
  const copy = client.query(copyTo(`COPY ${describeColumns(table)} TO STDOUT`))
  for await (const piece of copy) yield encodeFrame({ type: 'rows', value: piece as Buffer })
  yield encodeFrame({ type: 'table-end', value: { rows: copy.rowCount } })
}

async function readHeader(client: pg.ClientBase): Promise<BackupHeader> {
  const migrations = await client.query(
    "SELECT name, checksum FROM migrations WHERE name NOT LIKE 'functions/%' ORDER BY name",
  )
  const check = await client.query('SELECT value FROM deployment WHERE name = $1', [secretCheckName])
  const repeating = Object.entries(queues).flatMap(([name, { repeats }]) => (repeats ? [name] : []))
  const jobs = await client.query(
    `SELECT name, data, start_after AS "runAt" FROM pgboss.job
     WHERE state IN ('created', 'retry', 'active') AND name <> ALL($1) AND name NOT LIKE '\\_\\_pgboss%'`,
    [repeating],
  )
  return {
    format: 'latchkey-backup',
    formatVersion: 1,
    version,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows,
    secretCheck: check.rows[0].value,
    jobs: jobs.rows,
  }
}
