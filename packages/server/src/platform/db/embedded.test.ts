import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeFolder } from '../../testing/child-program.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

// Databases are created and killed here, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let folder: string
let database: EmbeddedPostgres | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-database-'))
})
afterEach(async () => {
  await database?.stop()
  database = undefined
  await removeFolder(folder)
})

test('is a durable PostgreSQL that knows Unicode', async () => {
  database = await startEmbeddedPostgres({ folder })
  expect(await query('SHOW fsync')).toBe('on')
  expect(await query('SHOW timezone')).toBe('UTC')
  expect(await query(`SELECT lower('ÄÉ')`)).toBe('äé')
  expect(await query('SELECT current_database()')).toBe('latchkey')
})

test('keeps its data over a restart and leaves no process behind', async () => {
  const progress: string[] = []
  const onProgress = (message: string) => void progress.push(message)
  database = await startEmbeddedPostgres({ folder, onProgress })
  await query('CREATE TABLE kept AS SELECT 42 AS answer')
  const { pid } = database
  await database.stop()
  expect(isAlive(pid)).toBe(false)

  database = await startEmbeddedPostgres({ folder, onProgress })
  expect(await query('SELECT answer FROM kept')).toBe(42)
  expect(progress.filter((message) => message.startsWith('Creating'))).toHaveLength(1)
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
})

// ASVS 13.2.3
test('can be reached from this machine only, and only with the password', async () => {
  database = await startEmbeddedPostgres({ folder })
  const { connectionString } = database
  const withPassword = (password: string) => connectionString.replace(/[0-9a-f]{64}/, password)
  await expect(connect(withPassword('wrong'))).rejects.toMatchObject({ code: '28P01' })
  const others = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  for (const { address } of others.filter((entry) => !entry.internal && entry.family === 'IPv4')) {
    await expect(connect(connectionString.replace('127.0.0.1', address))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
  }
  expect(await connect(database.superuserConnectionString, 'SHOW unix_socket_directories')).toBe('')
  expect((await stat(join(folder, 'postgres-password'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'postgres'))).mode & 0o777).toBe(0o700)
})

test('runs no programs and reads no files for the server, which is not its superuser', async () => {
  database = await startEmbeddedPostgres({ folder })
  await query('CREATE TABLE t (v text)')
  for (const statement of [
    `COPY t FROM PROGRAM 'echo executed'`,
    `COPY t TO PROGRAM 'cat'`,
    `COPY t FROM '/etc/passwd'`,
    `SELECT pg_read_file('PG_VERSION')`,
    'SELECT rolpassword FROM pg_authid',
    'CREATE ROLE more SUPERUSER',
    `ALTER SYSTEM SET archive_command = 'touch executed'`,
    'SET ROLE latchkey',
  ]) {
    await expect(query(statement), statement).rejects.toMatchObject({ code: '42501' })
  }
})

test('gives the server what a data folder from before it had its own role contains', async () => {
  database = await startEmbeddedPostgres({ folder })
  const asSuperuser = (sql: string) => connect(database!.superuserConnectionString, sql)
  await asSuperuser('ALTER DATABASE latchkey OWNER TO latchkey')
  await asSuperuser('DROP ROLE latchkey_server')
  await asSuperuser(`
    CREATE SCHEMA "Queue";
    CREATE TYPE "Queue".state AS ENUM ('new');
    CREATE TABLE "Queue"."Jobs" (id bigint GENERATED ALWAYS AS IDENTITY, state "Queue".state) PARTITION BY LIST (state);
    CREATE TABLE "Queue".part PARTITION OF "Queue"."Jobs" DEFAULT;
    CREATE SEQUENCE numbers;
    CREATE VIEW shown AS SELECT * FROM "Queue"."Jobs";
    CREATE FUNCTION add(a int, b int DEFAULT 1) RETURNS int LANGUAGE sql AS 'SELECT a + b';
    CREATE TABLE kept AS SELECT 42 AS answer`)
  await database.stop()

  for (let start = 0; start < 2; start++) {
    database = await startEmbeddedPostgres({ folder })
    expect(await query('SELECT answer FROM kept')).toBe(42)
    await query(`INSERT INTO "Queue"."Jobs" (state) VALUES ('new')`)
    expect(await query('SELECT count(*)::int FROM shown')).toBe(start + 1)
    await query('ALTER TABLE "Queue"."Jobs" ALTER state SET NOT NULL; ALTER TABLE "Queue".part ADD CHECK (id > 0)')
    await query(`ALTER TYPE "Queue".state ADD VALUE IF NOT EXISTS 'old'`)
    await query('CREATE OR REPLACE VIEW shown AS SELECT * FROM "Queue"."Jobs" WHERE id > 0')
    await query(`CREATE OR REPLACE FUNCTION add(a int, b int DEFAULT 1) RETURNS int LANGUAGE sql AS 'SELECT b + a'`)
    await query('ALTER SEQUENCE numbers INCREMENT 2')
    await query(`CREATE TABLE "Queue".more_${start} (); CREATE SCHEMA schema_${start}`)
    await expect(query(`COPY kept FROM PROGRAM 'echo 1'`)).rejects.toMatchObject({ code: '42501' })
    await database.stop()
  }
})

// ASVS 16.2.5
test('writes neither statements nor their values into its log', async () => {
  database = await startEmbeddedPostgres({ folder })
  await query('CREATE TABLE t (v text PRIMARY KEY)')
  await query(`INSERT INTO t VALUES ('leaked-value')`)
  await expect(query(`INSERT INTO t VALUES ('leaked-value')`)).rejects.toThrow()
  expect(await readFile(join(folder, 'postgres.log'), 'utf8')).not.toContain('leaked-value')
})

test('is started again on the same port when it is killed, and loses nothing', async () => {
  const crashes: string[] = []
  database = await startEmbeddedPostgres({ folder, onCrash: (reason) => void crashes.push(reason) })
  await query('CREATE TABLE kept AS SELECT 42 AS answer')
  // A busy backend outlives its killed postmaster for a while and holds the shared memory.
  const busy = connect(database.connectionString, 'SELECT pg_sleep(60)').catch(() => 'cut')
  await expect.poll(() => query(`SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE '%sleep(60)'`)).toBe(1)
  const { pid } = database
  process.kill(pid, 'SIGKILL')

  await expect.poll(() => query('SELECT answer FROM kept').catch(() => 0), { timeout: 30_000 }).toBe(42)
  expect(await busy).toBe('cut')
  expect(crashes).toEqual(['The database was killed by SIGKILL. Restarting it.'])
  expect(database.pid).not.toBe(pid)
})

test('is not blocked by a postmaster.pid that names some other process', async () => {
  database = await startEmbeddedPostgres({ folder })
  const cluster = join(folder, 'postgres')
  const { uid, gid } = await stat(cluster)
  await database.stop()
  const other = spawn('sleep', ['600'], { uid, gid })
  try {
    const lockFile = join(cluster, 'postmaster.pid')
    await writeFile(lockFile, `${other.pid}\n/proc/self/cwd\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`)
    await chown(lockFile, uid, gid)
    database = await startEmbeddedPostgres({ folder })
    expect(await query('SELECT 1')).toBe(1)
    expect(isAlive(other.pid!)).toBe(true)
  } finally {
    other.kill('SIGKILL')
  }
})

test('says what prevents it', async () => {
  database = await startEmbeddedPostgres({ folder })
  await database.stop()
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '15\n')
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow('was created by PostgreSQL 15')
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n')
  await writeFile(join(folder, 'postgres-password'), 'another password\n')
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow('does not accept the password')
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
})

test.runIf(process.getuid?.() === 0)('takes a folder that root restored from a backup', async () => {
  database = await startEmbeddedPostgres({ folder })
  await database.stop()
  execFileSync('chown', ['-R', '0:0', join(folder, 'postgres')])
  database = await startEmbeddedPostgres({ folder })
  expect(await query('SELECT 1')).toBe(1)
})

async function query(sql: string): Promise<unknown> {
  return connect(database!.connectionString, sql)
}

async function connect(connectionString: string, sql = 'SELECT 1'): Promise<unknown> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    // Of several statements, the last result counts.
    const result = [await client.query({ text: sql, rowMode: 'array' })].flat().at(-1)
    return result?.rows[0]?.[0]
  } finally {
    await client.end().catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
