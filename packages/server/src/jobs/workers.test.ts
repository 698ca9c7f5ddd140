import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { connectDatabase, type Database } from '../db/database.ts'
import { listenToDatabase } from '../db/notifications.ts'
import { createLog, type Log } from '../log.ts'
import { createDatabase, lockOut } from '../testing/database.ts'
import { enqueueJob, type JobHandlers } from './jobs.ts'
import { startJobs } from './workers.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const log = createLog({ level: 'silent', isProduction: false })
const timeout = 60_000

let database: Awaited<ReturnType<typeof createDatabase>>
let own: Database
beforeEach(async () => {
  database = await createDatabase(inject('databaseUrl'))
  own = connectDatabase(database.url, log)
})
const closeNodes: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closeNodes.splice(0).map((close) => close()))
  await own.close()
  await database.drop()
})

/** A node with a pool and a listener of its own. */
async function openNode(handlers: Partial<JobHandlers>, nodeLog: Log = log, now?: () => Date) {
  const { pool, close } = connectDatabase(database.url, nodeLog)
  const notifications = await listenToDatabase({ databaseUrl: database.url, log: nodeLog })
  const starting = startJobs({ pool, notifications: { ...notifications, ...(now && { now }) }, handlers, log: nodeLog })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= starting.then((jobs) => jobs.stop())
    return stopping
  }
  closeNodes.push(async () => {
    await stop()
    await notifications.close()
    await close()
  })
  return { starting, stop, countRefused: watchQueries(pool) }
}

/** Counts the queries that failed since. */
function watchQueries(pool: pg.Pool): () => number {
  const { mock } = vi.spyOn(pool, 'query')
  return () => mock.settledResults.filter(({ type }) => type === 'rejected').length
}

const add = (id: string, options = {}) => enqueueJob(own.db, 'send-email', { project_id: id }, options)

/** Holds whoever waits for it. */
function openGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('an error that the queue library reports does not end the process', async () => {
  const start = vi.spyOn(PgBoss.prototype, 'start')
  onTestFinished(() => start.mockRestore())
  const { starting } = await openNode({})
  await starting
  const [boss] = start.mock.contexts as PgBoss[]
  // Without a listener, emitting an error throws it.
  expect(boss!.emit('error', new Error('The maintenance failed.'))).toBe(true)
})

test('a job that was left for later is done when its time has come, and tried again when it failed', async () => {
  const begun: string[] = []
  const isFirst = () => begun.length === 1
  await openNode({
    'send-email': async ({ project_id }) => {
      begun.push(project_id)
      if (isFirst()) throw new Error('The first attempt fails.')
    },
  })
  await add('x', { runAt: new Date(Date.now() + 2_000) })
  expect(begun).toEqual([])
  await expect.poll(() => begun, { timeout }).toEqual(['x', 'x'])
})

test('a job happens if and only if the transaction that caused it commits', async () => {
  const done: string[] = []
  await openNode({ 'send-email': async ({ project_id }) => void done.push(project_id) })
  const failing = own.db.transaction().execute(async (trx) => {
    await enqueueJob(trx, 'send-email', { project_id: 'rolled back' })
    throw new Error('never mind')
  })
  await expect(failing).rejects.toThrow('never mind')
  await own.db.transaction().execute((trx) => enqueueJob(trx, 'send-email', { project_id: 'committed' }))
  await expect.poll(() => done, { timeout }).toEqual(['committed'])
})

test('however many jobs are slow at once, those of others are done meanwhile', async () => {
  const done: string[] = []
  let held = 0
  const gate = openGate()
  await openNode({
    'send-email': async ({ project_id }) => {
      if (project_id.startsWith('slow')) {
        held++
        await gate.opened
      }
      done.push(project_id)
    },
    'deliver-webhooks': async ({ endpoint_id }) => void done.push(endpoint_id),
  })
  for (let n = 0; n < 60; n++) await add(`slow ${n}`)
  await expect.poll(() => held, { timeout }).toBe(60)
  await add('quick')
  await expect.poll(() => done, { timeout }).toEqual(['quick'])
  // Not even those who take all places of a queue keep the jobs of another waiting.
  for (let n = 60; n < 200; n++) await add(`slow ${n}`)
  await expect.poll(() => held, { timeout }).toBe(128)
  await enqueueJob(own.db, 'deliver-webhooks', { project_id: 'x', endpoint_id: 'webhook' })
  await expect.poll(() => done, { timeout }).toEqual(['quick', 'webhook'])
  gate.open()
  await expect.poll(() => done.length, { timeout }).toBe(202)
})

test('a job of a process that died is done by another, and one that is still at work is left alone', async () => {
  const begun: string[] = []
  const gate = openGate()
  // As a process leaves it that was killed in the middle, a minute ago.
  await add('lost')
  await own.pool.query(
    `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '61 seconds' WHERE name = 'send-email'`,
  )
  const handlers: Partial<JobHandlers> = {
    'send-email': async ({ project_id }) => {
      begun.push(project_id)
      if (project_id === 'slow') await gate.opened
    },
  }
  await openNode(handlers)
  await add('slow')
  await openNode(handlers)
  await expect.poll(() => [...begun].sort(), { timeout }).toEqual(['lost', 'slow'])
  gate.open()
})

test('a job that is due every minute is added once a minute, however many nodes there are', async () => {
  const minutes = async () =>
    Math.floor(Number((await own.pool.query('SELECT extract(epoch FROM now()) AS s')).rows[0].s) / 60)
  // Of earlier tests in this minute, in which nobody can add another.
  await own.pool.query('DELETE FROM pgboss.job')
  const first = await minutes()
  let done = 0
  const handlers = { 'wake-emails': async () => void done++ }
  for (let n = 0; n < 4; n++) await openNode(handlers)
  await expect.poll(() => done, { timeout }).toBeGreaterThan(0)
  const { rows } = await own.pool.query(`SELECT count(*)::integer FROM pgboss.job WHERE name = 'wake-emails'`)
  expect(rows[0].count).toBeLessThanOrEqual((await minutes()) - first + 1)
})

const day = 24 * 3_600_000

test.each([
  ['behind', -day],
  ['ahead', day],
])('jobs that repeat are added when they are due, also by a node whose clock is a day %s', async (_, shift) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shift })
  onTestFinished(() => void vi.useRealTimers())
  const done: string[] = []
  let minute = 30
  const now = () => new Date(Date.UTC(2030, 0, 1, 12, minute))
  await openNode(
    { 'wake-emails': async () => void done.push('wake-emails'), 'back-up': async () => void done.push('back-up') },
    log,
    now,
  )
  await expect.poll(() => done, { timeout }).toEqual(['wake-emails'])
  // As if the next turns were later for the database, too: it lets nobody add a job twice in a minute.
  await expect.poll(completedJobs, { timeout }).toEqual(['wake-emails'])
  await own.pool.query('DELETE FROM pgboss.job')
  minute = 37
  await expect.poll(() => [...done].sort(), { timeout }).toEqual(['back-up', 'wake-emails', 'wake-emails'])
})

async function completedJobs(): Promise<string[]> {
  const { rows } = await own.pool.query("SELECT name FROM pgboss.job WHERE state = 'completed'")
  return rows.map(({ name }) => name)
}

test('what is still being done is not begun a second time', async () => {
  let atWork = 0
  let mostAtWork = 0
  let done = 0
  const gate = openGate()
  await openNode({
    'clean-up': async () => {
      mostAtWork = Math.max(mostAtWork, ++atWork)
      await gate.opened
      atWork--
      done++
    },
  })
  await enqueueJob(own.db, 'clean-up', {})
  await expect.poll(() => atWork, { timeout }).toBe(1)
  await enqueueJob(own.db, 'clean-up', {})
  gate.open()
  await expect.poll(() => done, { timeout }).toBe(2)
  expect(mostAtWork).toBe(1)
})

test('jobs that end while the database is away are not done again, and work goes on when it is back', async () => {
  const begun: string[] = []
  const gate = openGate()
  const errors: string[] = []
  const node = await openNode(
    {
      'send-email': async ({ project_id }) => {
        begun.push(project_id)
        if (project_id !== 'last') await gate.opened
      },
    },
    { ...log, error: (line) => void errors.push(line) },
  )
  await node.starting
  for (let n = 0; n < 20; n++) await add(`slow ${n}`)
  await expect.poll(() => begun.length, { timeout }).toBe(20)
  const letIn = await lockOut(database.url)
  gate.open()
  await expect.poll(node.countRefused, { timeout }).toBeGreaterThan(20)
  await letIn()
  const active = async () =>
    (await own.pool.query(`SELECT FROM pgboss.job WHERE name = 'send-email' AND state <> 'completed'`)).rowCount
  await expect.poll(() => active().catch(() => -1), { timeout }).toBe(0)
  await add('last')
  await expect.poll(() => begun.at(-1), { timeout }).toBe('last')
  expect(begun).toHaveLength(21)
  expect(errors).toEqual([])
})

test('a database that is away while workers start is waited for', async () => {
  const done: string[] = []
  await add('x')
  const { pool, close } = connectDatabase(database.url, log)
  const notifications = await listenToDatabase({ databaseUrl: database.url, log })
  const countRefused = watchQueries(pool)
  const letIn = await lockOut(database.url)
  const starting = startJobs({
    pool,
    notifications,
    handlers: { 'send-email': async ({ project_id }) => void done.push(project_id) },
    log,
  })
  await expect.poll(countRefused, { timeout }).toBeGreaterThan(0)
  await letIn()
  await expect.poll(() => done, { timeout }).toEqual(['x'])
  await (await starting).stop()
  await notifications.close()
  await close()
})

test('more jobs than may run at once are done one after the other, without waiting for the next look', async () => {
  const done: string[] = []
  // No timer fires, so nothing but the end of a job makes the node look again.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { starting } = await openNode({ 'delete-project': async ({ project_id }) => void done.push(project_id) })
  await starting
  vi.useRealTimers()
  await own.db.transaction().execute(async (trx) => {
    for (let n = 0; n < 9; n++) await enqueueJob(trx, 'delete-project', { project_id: `${n}` })
  })
  await expect.poll(() => done.length, { timeout }).toBe(9)
})

test('stopping waits for running jobs and records that they are done', async () => {
  let begun = 0
  const gate = openGate()
  const { stop } = await openNode({
    'send-email': async () => {
      begun++
      await gate.opened
    },
  })
  await add('x')
  await expect.poll(() => begun, { timeout }).toBe(1)
  const stopped = stop().then(() => 'stopped')
  expect(await Promise.race([stopped, delay(500, 'waiting')])).toBe('waiting')
  gate.open()
  await stopped
  const { rows } = await own.pool.query("SELECT state FROM pgboss.job WHERE name = 'send-email'")
  expect(rows).toEqual([{ state: 'completed' }])
})

test('stopping does not wait forever, and logs nothing', async () => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  let begun = 0
  const node = await openNode(
    {
      'send-email': async () => {
        begun++
        await new Promise(() => undefined)
      },
    },
    { ...log, warn: say, error: say },
  )
  await node.starting
  await add('x')
  await expect.poll(() => begun, { timeout }).toBe(1)
  await node.stop()
  expect(lines).toEqual([])
})
