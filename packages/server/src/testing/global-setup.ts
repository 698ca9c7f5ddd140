import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject as VitestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { removeFolder } from './child-program.ts'
import { createTemplate, execute, openPool } from './database.ts'

interface RunDatabase {
  url: string
  stop(): Promise<void>
}

/** The packages whose tests use the database. Each of them loads this file, and all run in one process. */
const run = globalThis as { latchkeyTests?: { users: number; database: Promise<RunDatabase> } }

/** One database for the whole run; every test creates its own project in it. */
export default async function setup(project: VitestProject): Promise<() => Promise<void>> {
  run.latchkeyTests ??= { users: 0, database: openDatabase() }
  const current = run.latchkeyTests
  current.users++
  const database = await current.database
  project.provide('databaseUrl', database.url)
  return async () => {
    current.users--
    if (current.users > 0) return
    delete run.latchkeyTests
    await database.stop()
  }
}

async function openDatabase(): Promise<RunDatabase> {
  // The only builds that tests need; they take no time unless something has changed.
  for (const name of ['email-runtime', 'leaked-passwords']) {
    const script = fileURLToPath(new URL(`../../${name}/build.mjs`, import.meta.url))
    await promisify(execFile)(process.execPath, [script])
  }
  const { DATABASE_URL: given } = process.env
  if (given) {
    await prepare(given)
    return { url: given, stop: async () => undefined }
  }
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-tests-'))
  const postgres = await startEmbeddedPostgres({ folder })
  // This database need not survive a power failure, so commits do not wait for the disk. Tests create further databases.
  const { username } = new URL(postgres.connectionString)
  await execute(postgres.superuserConnectionString, `ALTER ROLE ${username} SET synchronous_commit = off`)
  await execute(postgres.superuserConnectionString, `ALTER ROLE ${username} CREATEDB`)
  await prepare(postgres.connectionString)
  await createTemplate(postgres.connectionString)
  return {
    url: postgres.connectionString,
    stop: async () => {
      await postgres.stop()
      await removeFolder(folder)
    },
  }
}

async function prepare(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, 1)
  await migrate(pool)
  await pool.end()
}
