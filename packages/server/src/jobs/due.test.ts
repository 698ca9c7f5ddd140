import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createLog } from '../log.ts'
import { createDatabase } from '../testing/database.ts'
import { migrateJobs, startJobs } from './jobs.ts'

const log = createLog({ level: 'silent', isProduction: false })

test('a job that was left for later is done when its time has come, and tried again when it failed', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  await migrateJobs(database.url, log)
  const attempts: number[] = []
  const jobs = await startJobs(
    database.url,
    {
      'delete-project': async (_, { number }) => {
        attempts.push(number)
        if (number === 1) throw new Error('The first attempt fails.')
      },
    },
    log,
  )
  // Everybody has looked for work and found none, so that whoever does it was woken.
  await pool.query(
    `SELECT graphile_worker.add_job('delete-project', '{"project_id":"x"}', run_at => now() + interval '2 seconds')`,
  )
  await expect.poll(() => attempts, { timeout: 20_000 }).toEqual([1, 2])
  await jobs.stop()
  await pool.end()
  await database.drop()
})
