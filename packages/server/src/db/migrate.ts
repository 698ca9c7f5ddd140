import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartError } from '../start/error.ts'
import { allowLongWork } from './session.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** Any fixed number: whoever holds this advisory lock migrates, all other nodes wait for it. */
const lockId = 810_218_102

/**
 * Applies what is missing, each file in its own transaction. Refuses a database that a newer version has migrated. What
 * comes then is also done by one node at a time.
 */
export async function migrate(
  pool: pg.Pool,
  andThen: (client: pg.ClientBase) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const files = await readMigrations()
  const client = await pool.connect()
  try {
    await allowLongWork(client)
    await client.query('SELECT pg_advisory_lock($1)', [lockId])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    assertKnown(applied, files)

    const missing = files.filter((file) => !applied.has(file.name))
    for (const file of missing) await applyMigration(client, file)
    await andThen(client)
    return missing.map((file) => file.name)
  } finally {
    // Ending the connection releases the lock and the session settings, whatever happened.
    client.release(true)
  }
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    }),
  )
}

function assertKnown(applied: Map<string, string>, files: Migration[]): void {
  const known = new Map(files.map((file) => [file.name, file.checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name)) throw new SchemaTooNewError(name)
    if (known.get(name) !== checksum) throw new Error(`The migration ${name} was changed after it had been applied.`)
  }
}

async function applyMigration(client: pg.PoolClient, file: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(file.sql)
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [file.name, file.checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw new Error(`The migration ${file.name} failed.`, { cause: error })
  }
}

class SchemaTooNewError extends StartError {
  constructor(migration: string) {
    super(
      `The database was migrated by a newer version of Latchkey (it has ${migration}). Start that version, or use another database.`,
    )
    this.name = 'SchemaTooNewError'
  }
}
