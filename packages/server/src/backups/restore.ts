import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyMigrations } from '../db/migrate.ts'
import { allowLongWork } from '../db/session.ts'
import { secretCheckName } from '../deployment/secret-check.ts'
import { migrateQueues } from '../jobs/queues.ts'
import type { Secrets } from '../secrets.ts'
import { decryptStream } from './encryption.ts'
import { BackupError, type BackupHeader, decodeFrames, type Frame } from './format.ts'
import { advanceSequences, type BackedUpTable, describeColumns } from './tables.ts'

export interface BackupFile {
  path: string
  passphrase?: string | undefined
}

export interface BackupSummary {
  header: BackupHeader
  rows: number
}

/** Reads the whole file. Throws if it is damaged, incomplete, or encrypted with another secret. */
export async function checkBackup(file: BackupFile, secrets: Secrets): Promise<BackupSummary> {
  let header: BackupHeader | undefined
  let lines = 0
  let rows = 0
  for await (const frame of readFile(file)) {
    if (frame.type === 'header') header = frame.value
    if (frame.type === 'table') lines = 0
    if (frame.type === 'rows') lines += countLines(frame.value)
    if (frame.type === 'table-end') {
      if (lines !== frame.value.rows) throw new BackupError('The backup is damaged: rows are missing.')
      rows += lines
    }
  }
  if (header?.format !== 'latchkey-backup') throw new BackupError('This is not a backup of Latchkey.')
  if (header.formatVersion !== 1) throw new BackupError('The backup was made by a newer version of Latchkey.')
  checkSecret(header, secrets)
  return { header, rows }
}

/** Fills an empty database, completely or not at all. Migrations that are newer than the backup are left to the start. */
export async function restoreBackup(client: pg.ClientBase, file: BackupFile, secrets: Secrets): Promise<BackupSummary> {
  const summary = await checkBackup(file, secrets)
  await allowLongWork(client)
  await checkEmpty(client)
  // Has its own transaction, and does no harm if the rest fails.
  await migrateQueues(client)
  await client.query('BEGIN')
  try {
    // Triggers are created later: the rows that they would write are in the backup.
    await applyMigrations(client, summary.header.migrations)
    const frames = readFile(file)
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if (next.value.type === 'table') await fillTable(client, next.value.value, frames)
    }
    await advanceSequences(client)
    await addJobs(client, summary.header)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
  return summary
}

async function fillTable(client: pg.ClientBase, table: BackedUpTable, frames: AsyncIterator<Frame>): Promise<void> {
  const rows = async function* () {
    for (;;) {
      const { value: frame } = await frames.next()
      if (frame?.type !== 'rows') return
      yield frame.value
    }
  }
  const copy = client.query(copyFrom(`COPY ${describeColumns(table)} FROM STDIN`))
  await pipeline(Readable.from(rows(), { objectMode: false }), copy)
}

async function checkEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('public.migrations') IS NOT NULL AS exists")
  if (rows[0].exists) {
    throw new BackupError(
      'The database already contains data of Latchkey. Restore into an empty database: set DATABASE_URL, or LATCHKEY_DATA_DIR to a new folder. Nothing was changed.',
    )
  }
}

async function addJobs(client: pg.ClientBase, { jobs }: BackupHeader): Promise<void> {
  for (const { name, data, runAt } of jobs) {
    await client.query('INSERT INTO pgboss.job (name, data, start_after) VALUES ($1, $2, $3)', [name, data, runAt])
  }
}

function checkSecret({ secretCheck }: BackupHeader, secrets: Secrets): void {
  try {
    secrets.decrypt(secretCheck, secretCheckName)
  } catch {
    throw new BackupError(
      'The backup was made with another LATCHKEY_SECRET, without which nothing in it can be decrypted. Set that one. Nothing was changed.',
    )
  }
}

async function* readFile({ path, passphrase }: BackupFile): AsyncGenerator<Frame> {
  const isEncrypted = await startsWith(path, 'age-encryption.org/')
  if (isEncrypted && !passphrase) throw new BackupError('The backup is encrypted: its passphrase is needed.')
  const file = createReadStream(path)
  const packed = isEncrypted ? await decryptStream(file, passphrase!) : file
  const plain = packed.pipe(createGunzip())
  packed.on('error', (error: Error) => plain.destroy(error))
  try {
    yield* decodeFrames(plain)
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    throw new BackupError(`The backup is damaged: ${(cause as Error).message}.`, { cause })
  } finally {
    file.destroy()
  }
}

async function startsWith(path: string, text: string): Promise<boolean> {
  const handle = await open(path).catch((cause: Error) => {
    throw new BackupError(`The backup cannot be read: ${cause.message}.`, { cause })
  })
  try {
    const { buffer } = await handle.read(Buffer.alloc(text.length), 0, text.length, 0)
    return buffer.toString() === text
  } finally {
    await handle.close()
  }
}

function countLines(rows: Buffer): number {
  let count = 0
  for (let index = rows.indexOf(10); index >= 0; index = rows.indexOf(10, index + 1)) count++
  return count
}
