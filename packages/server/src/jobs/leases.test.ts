import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createLog } from '../log.ts'
import { createDatabase } from '../testing/database.ts'
import { migrateJobs, startJobs } from './jobs.ts'

const log = createLog({ level: 'silent', isProduction: false })

test('a job of a process that died is done by another, and one that is still at work is left alone', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  await migrateJobs(database.url, log)
  const done: string[] = []
  let finish = () => {}
  const isHeld = new Promise<void>((resolve) => {
    finish = resolve
  })
  const living = await startJobs(
    database.url,
    {
      'delete-project': async ({ project_id }) => {
        if (project_id === 'slow') await isHeld
        done.push(project_id)
      },
    },
    log,
  )
  const add = (id: string) =>
    pool.query(`SELECT graphile_worker.add_job('delete-project', $1::json, queue_name => $2)`, [
      JSON.stringify({ project_id: id }),
      id,
    ])
  await add('slow')
  const lockedBy = async () =>
    (await pool.query<{ id: string; locked_by: string | null }>(`SELECT id, locked_by FROM graphile_worker.jobs`)).rows
  await expect.poll(lockedBy).toMatchObject([{ locked_by: expect.stringContaining('worker') }])
  // As a process leaves it that was killed in the middle.
  await pool.query(
    `SELECT graphile_worker.add_job('delete-project', '{"project_id":"lost"}', run_at => now() + interval '1 hour')`,
  )
  await pool.query(`UPDATE graphile_worker._private_jobs SET locked_by = 'worker-dead', locked_at = now() - interval '1 minute',
    run_at = now() WHERE locked_by IS NULL`)
  await pool.query(`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute'`)

  const other = await startJobs(database.url, {}, log)
  await expect.poll(() => done).toEqual(['lost'])
  // A job is done a moment before it is gone.
  await expect.poll(lockedBy).toMatchObject([{ locked_by: expect.not.stringContaining('dead') }])
  finish()
  await expect.poll(() => done).toEqual(['lost', 'slow'])
  await other.stop()
  await living.stop()
  await pool.end()
  await database.drop()
})
