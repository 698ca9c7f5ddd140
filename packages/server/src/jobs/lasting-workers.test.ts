import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createDatabase, lockOut } from '../testing/database.ts'
import { migrateJobs, startJobs } from './jobs.ts'

/** More than there are workers. */
const jobCount = 20

test('workers that could not say what they have done are replaced, and all jobs are done in the end', async () => {
  // The queue prints how each of its workers ends.
  vi.spyOn(console, 'trace').mockReturnValue(undefined)
  const lines: string[] = []
  const log = { ...createLog({ level: 'silent', isProduction: false }), error: (line: string) => void lines.push(line) }
  const database = await createDatabase(inject('databaseUrl'))
  await migrateJobs(database.url, log)
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  pool.on('error', () => undefined)
  const add = (id: string) =>
    pool.query(`SELECT graphile_worker.add_job('delete-project', $1::json)`, [JSON.stringify({ project_id: id })])

  let finish = () => {}
  const isOver = new Promise<void>((resolve) => {
    finish = resolve
  })
  const begun = new Set<string>()
  const done = new Set<string>()
  const handlers = {
    'delete-project': async ({ project_id }: { project_id: string }) => {
      begun.add(project_id)
      if (project_id !== 'last') await isOver
      done.add(project_id)
    },
  }
  const jobs = await startJobs(database.url, handlers, log)
  for (let n = 0; n < jobCount; n++) await add(`slow ${n}`)
  await expect.poll(() => begun.size).toBe(jobCount)

  const letIn = await lockOut(database.url)
  finish()
  const lost = () => lines.filter((line) => line.includes('Failed to release job')).length
  await expect.poll(lost).toBe(jobCount)
  await letIn()
  await add('last')
  await expect.poll(() => done.has('last'), { timeout: 30_000 }).toBe(true)

  await jobs.stop()
  await pool.end()
  await database.drop()
}, 90_000)
