import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { packageFolder } from '../package-folder.ts'
import { StartError } from '../start/error.ts'
import { version } from '../version.ts'
import { allowLongWork } from './session.ts'
import { inClientTransaction } from './transactions.ts'

const folder = new URL('migrations/', packageFolder)
/** An arbitrary number: the node that holds this advisory lock migrates, and all others wait for it. */
const lockId = 810_218_102
const createMigrations =
  'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());' +
  // Of Latchkey when it was applied.
  "ALTER TABLE migrations ADD COLUMN IF NOT EXISTS version text NOT NULL DEFAULT '0'"

/**
 * Applies the missing migrations, each in its own transaction, and then the functions and triggers that have changed.
 * Refuses a database that was migrated by a newer version.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const [migrations, functions] = await Promise.all([readFiles(''), readFiles('functions/')])
  const client = await pool.connect()
  try {
    await allowLongWork(client)
    await client.query('SELECT pg_advisory_lock($1)', [lockId])
    await client.query(createMigrations)
    const { rows } = await client.query<AppliedFile>('SELECT name, checksum, version FROM migrations')
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    assertKnown(applied, migrations)
    const newer = new Set(rows.filter(isNewer).map(({ name }) => name))

    const missing = [
      ...migrations.filter(({ name }) => !applied.has(name)),
      // During a rolling upgrade, servers of both versions start: the functions of the newer one stay.
      ...functions.filter(({ name, checksum }) => applied.get(name) !== checksum && !newer.has(name)),
    ]
    for (const file of missing) await applyFile(client, file)
    return missing.map((file) => file.name)
  } finally {
    // Closing the connection always releases the lock and the session settings.
    client.release(true)
  }
}

interface AppliedFile {
  name: string
  checksum: string
  version: string
}

function isNewer(applied: AppliedFile): boolean {
  return applied.version.localeCompare(version, 'en', { numeric: true }) > 0
}

/** Creates the tables as they were with exactly these migrations, in the transaction of the caller. */
export async function applyMigrations(
  client: pg.ClientBase,
  wanted: readonly { name: string; checksum: string }[],
): Promise<void> {
  const migrations = await readFiles('')
  assertKnown(new Map(wanted.map(({ name, checksum }) => [name, checksum])), migrations)
  await client.query(createMigrations)
  const names = new Set(wanted.map(({ name }) => name))
  for (const file of migrations) if (names.has(file.name)) await runFile(client, file)
}

interface SqlFile {
  name: string
  sql: string
  checksum: string
}

async function readFiles(path: string): Promise<SqlFile[]> {
  const names = (await readdir(new URL(path, folder))).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (file) => {
      const name = `${path}${file}`
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    }),
  )
}

/** The first migration of the versions before the first release. */
const preReleaseMigration = '0001_foundation.sql'

function assertKnown(applied: Map<string, string>, migrations: SqlFile[]): void {
  if (applied.has(preReleaseMigration)) throw new PreReleaseSchemaError()
  const known = new Map(migrations.map((file) => [file.name, file.checksum]))
  for (const [name, checksum] of applied) {
    if (name.startsWith('functions/')) continue
    if (!known.has(name)) throw new SchemaTooNewError(name)
    if (known.get(name) !== checksum) throw new ChangedMigrationError(name)
  }
}

async function applyFile(client: pg.PoolClient, file: SqlFile): Promise<void> {
  try {
    await inClientTransaction(client, () => runFile(client, file))
  } catch (error) {
    throw new Error(`The migration ${file.name} failed.`, { cause: error })
  }
}

async function runFile(client: pg.ClientBase, { name, sql, checksum }: SqlFile): Promise<void> {
  await client.query(sql)
  await client.query(
    `INSERT INTO migrations (name, checksum, version) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET checksum = $2, version = $3, applied_at = now()`,
    [name, checksum, version],
  )
}

class PreReleaseSchemaError extends StartError {
  constructor() {
    super(
      'The database was created by a version of Latchkey from before the first release and cannot be upgraded. Start with an empty database, or delete the data folder.',
    )
    this.name = 'PreReleaseSchemaError'
  }
}

class ChangedMigrationError extends StartError {
  constructor(migration: string) {
    super(
      `The migration ${migration} of this version of Latchkey is not the one that the tables were created with. Use an unchanged release of Latchkey. Nothing was changed.`,
    )
    this.name = 'ChangedMigrationError'
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
