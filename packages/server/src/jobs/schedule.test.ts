import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createLog, type Log } from '../log.ts'
import { createDatabase, lockOut } from '../testing/database.ts'
import { migrateJobs, startJobs } from './jobs.ts'
import { followSchedule } from './schedule.ts'

const log = createLog({ level: 'silent', isProduction: false })
const soon = { millisToNext: () => 20, againMillis: 20 }

/** Looks often, and counts how often. */
function lookOften() {
  const counted = {
    looks: 0,
    againMillis: 20,
    millisToNext: () => {
      counted.looks++
      return 20
    },
  }
  return counted
}

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool

beforeEach(async () => {
  database = await createDatabase(inject('databaseUrl'))
  await migrateJobs(database.url, log)
  pool = new pg.Pool({ connectionString: database.url })
  pool.on('error', () => undefined)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const cameLast = (name: string, interval: string) =>
  pool.query(
    `INSERT INTO scheduled_jobs (name, came_at) VALUES ($1, now() - $2::interval)
     ON CONFLICT (name) DO UPDATE SET came_at = excluded.came_at`,
    [name, interval],
  )

/** What waits to be done, and how often it was enqueued again. */
async function readJobs(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; revision: number }>(
    'SELECT task_identifier AS name, revision FROM graphile_worker.jobs',
  )
  return Object.fromEntries(rows.map(({ name, revision }) => [name, revision]))
}

test('what is due is enqueued once, however many nodes look', async () => {
  await cameLast('keep-items-up', '1 minute')
  await cameLast('clean-up', '1 hour')
  await cameLast('wake-webhooks', '-1 hour')
  const often = lookOften()
  const names = ['keep-items-up', 'clean-up', 'wake-webhooks', 'send-mail']
  const nodes = Array.from({ length: 4 }, () => followSchedule(pool, names, log, often))
  await expect.poll(() => often.looks).toBeGreaterThan(20)
  for (const node of nodes) await node.stop()
  const jobs = await readJobs()
  expect(Object.keys(jobs).sort()).toEqual(['clean-up', 'keep-items-up'])
  // The next minute, and the next hour, may have come meanwhile.
  expect(jobs['clean-up']).toBeLessThan(2)
  expect(jobs['keep-items-up']).toBeLessThan(3)
})

test('what is seen for the first time waits for its next time', async () => {
  const readHour = async () =>
    (await pool.query(`SELECT date_trunc('hour', now() - interval '17 minutes')::text AS hour`)).rows[0].hour
  const hour = await readHour()
  const often = lookOften()
  const node = followSchedule(pool, ['clean-up'], log, often)
  await expect.poll(() => often.looks).toBeGreaterThan(2)
  const jobs = await readJobs()
  // Unless its next time has just come.
  if (hour === (await readHour())) expect(jobs).toEqual({})
  await cameLast('clean-up', '1 hour')
  await expect.poll(async () => Object.keys(await readJobs())).toEqual(['clean-up'])
  await node.stop()
})

test('what is still being done is not begun a second time', async () => {
  let atWork = 0
  let mostAtWork = 0
  let done = 0
  let finish = () => {}
  const isOver = new Promise<void>((resolve) => {
    finish = resolve
  })
  const handlers = {
    'clean-up': async () => {
      mostAtWork = Math.max(mostAtWork, ++atWork)
      await isOver
      atWork--
      done++
    },
  }
  const jobs = await startJobs(database.url, handlers, log)
  const node = followSchedule(pool, ['clean-up'], log, soon)
  await cameLast('clean-up', '1 hour')
  await expect.poll(() => atWork).toBe(1)
  await cameLast('clean-up', '1 hour')
  await expect.poll(async () => (await readQueue()).length).toBe(2)
  // Somebody who was told of the second job has looked for it.
  const looked = await readQueue()
  expect(looked.filter((isLocked) => isLocked)).toHaveLength(1)
  finish()
  await expect.poll(() => done).toBe(2)
  expect(mostAtWork).toBe(1)
  await node.stop()
  await jobs.stop()

  async function readQueue(): Promise<boolean[]> {
    const { rows } = await pool.query<{ locked: boolean }>(
      'SELECT locked_at IS NOT NULL AS locked FROM graphile_worker.jobs',
    )
    return rows.map(({ locked }) => locked)
  }
})

test('a database that is away when something is due is asked again', async () => {
  let failures = 0
  const counting: Log = { ...log, debug: () => void failures++ }
  await cameLast('clean-up', '1 hour')
  const letIn = await lockOut(database.url)
  const node = followSchedule(pool, ['clean-up'], counting, soon)
  await expect.poll(() => failures).toBeGreaterThan(2)
  await letIn()
  await expect.poll(readJobs).toEqual({ 'clean-up': 0 })
  await node.stop()
})
