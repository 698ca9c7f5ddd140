import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject as VitestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'

/** One database for the whole run; every test makes its own project in it. */
export default async function setup(project: VitestProject): Promise<() => Promise<void>> {
  // The only thing that tests need to be built; takes no time unless it has changed.
  await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('../../email-runtime/build.mjs', import.meta.url)),
  ])
  if (process.env.DATABASE_URL) {
    await prepare(process.env.DATABASE_URL)
    project.provide('databaseUrl', process.env.DATABASE_URL)
    return async () => undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-tests-'))
  const postgres = await startEmbeddedPostgres({ folder })
  await prepare(postgres.connectionString)
  project.provide('databaseUrl', postgres.connectionString)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepare(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await migrate(pool)
  await pool.end()
  await migrateJobs(databaseUrl, createLog({ level: 'error', isProduction: false }))
}
