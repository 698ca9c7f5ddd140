import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createLog } from '../log.ts'
import { createDatabase } from '../testing/database.ts'
import { migrateJobs, startJobs } from './jobs.ts'

const log = createLog({ level: 'silent', isProduction: false })

test('however many jobs are slow at once, those of others are done meanwhile', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  await migrateJobs(database.url, log)
  const done: string[] = []
  let held = 0
  let finish = () => {}
  const isOver = new Promise<void>((resolve) => {
    finish = resolve
  })
  const handlers = {
    'delete-project': async ({ project_id }: { project_id: string }) => {
      if (project_id.startsWith('slow')) {
        held++
        await isOver
      }
      done.push(project_id)
    },
  }
  const jobs = await startJobs(database.url, handlers, log)
  const add = (project_id: string) =>
    pool.query(`SELECT graphile_worker.add_job('delete-project', $1::json)`, [JSON.stringify({ project_id })])
  const slow = Array.from({ length: 60 }, (_, n) => `slow ${n}`)
  for (const id of slow) await add(id)
  // All that could be held up is, and the one who comes last is not.
  await expect.poll(() => held, { timeout: 25_000 }).toBe(slow.length)
  await add('quick')
  await expect.poll(() => done, { timeout: 25_000 }).toEqual(['quick'])
  finish()
  await expect.poll(() => done.length, { timeout: 25_000 }).toBe(slow.length + 1)
  await jobs.stop()
  await pool.end()
  await database.drop()
}, 90_000)
