import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createDatabase, lockOut } from '../../testing/database.ts'
import { connectDatabase, type Database } from '../db/database.ts'
import { listenToDatabase, type Notifications } from '../db/notifications.ts'
import { createLog, type Log } from '../log.ts'
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
  const { db, pool, close } = connectDatabase(database.url, nodeLog)
  const notifications = await listenToDatabase({ databaseUrl: database.url, log: nodeLog })
  const countRefused = watchConnections(pool)
  const jobs = startJobs({ db, notifications: { ...notifications, ...(now && { now }) }, handlers, log: nodeLog })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= jobs.stop()
    return stopping
  }
  closeNodes.push(async () => {
    await stop()
    await notifications.close()
    await close()
  })
  return { stop, countRefused }
}

/** Counts how often no connection could be had. */
function watchConnections(pool: pg.Pool): () => number {
  const { mock } = vi.spyOn(pool, 'connect')
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
    `UPDATE jobs SET attempts = 1, claim_id = gen_random_uuid(), claimed_until = now() WHERE name = 'send-email'`,
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
  const first = await minutes()
  let done = 0
  const handlers = { 'wake-deliveries': async () => void done++ }
  for (let n = 0; n < 4; n++) await openNode(handlers)
  await expect.poll(() => done, { timeout }).toBeGreaterThan(0)
  await expect.poll(async () => (await own.pool.query('SELECT FROM jobs')).rowCount, { timeout }).toBe(0)
  expect(done).toBeLessThanOrEqual((await minutes()) - first + 1)
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
    { 'wake-deliveries': async () => void done.push('wake'), 'back-up': async () => void done.push('back-up') },
    log,
    now,
  )
  await expect.poll(() => done, { timeout }).toEqual(['wake'])
  minute = 37
  await expect.poll(() => [...done].sort(), { timeout }).toEqual(['back-up', 'wake', 'wake'])
  // The clock of the database is set right again.
  minute = 34
  await expect.poll(() => done.length, { timeout }).toBe(4)
})

test('what is still being done is not begun a second time', async () => {
  let atWork = 0
  let mostAtWork = 0
  let done = 0
  const gate = openGate()
  const handlers = {
    'clean-up': async () => {
      mostAtWork = Math.max(mostAtWork, ++atWork)
      await gate.opened
      atWork--
      done++
    },
  }
  // Not at the minute at which this job is due anyway.
  await openNode(handlers, log, () => new Date(Date.UTC(2030, 0, 1, 12, 30)))
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
  for (let n = 0; n < 20; n++) await add(`slow ${n}`)
  await expect.poll(() => begun.length, { timeout }).toBe(20)
  const letIn = await lockOut(database.url)
  gate.open()
  await expect.poll(node.countRefused, { timeout }).toBeGreaterThan(20)
  await letIn()
  const active = async () => (await own.pool.query('SELECT FROM jobs')).rowCount
  await expect.poll(() => active().catch(() => -1), { timeout }).toBe(0)
  await add('last')
  await expect.poll(() => begun.at(-1), { timeout }).toBe('last')
  expect(begun).toHaveLength(21)
  expect(errors).toEqual([])
})

test('a database that is away while workers start is waited for', async () => {
  const done: string[] = []
  await add('x')
  const letIn = await lockOut(database.url)
  const { db, pool, close } = connectDatabase(database.url, log)
  const countRefused = watchConnections(pool)
  const notifications = { subscribe: () => () => undefined, now: () => new Date() } as unknown as Notifications
  const handlers = { 'send-email': async ({ project_id }: { project_id: string }) => void done.push(project_id) }
  const jobs = startJobs({ db, notifications, handlers, log })
  await expect.poll(countRefused, { timeout }).toBeGreaterThan(0)
  await letIn()
  await expect.poll(() => done, { timeout }).toEqual(['x'])
  await jobs.stop()
  await close()
})

test('a job that ends its server at every attempt is given up', async () => {
  const begun: string[] = []
  await add('x')
  await own.pool.query('UPDATE jobs SET attempts = max_attempts, claim_id = gen_random_uuid(), claimed_until = now()')
  await openNode({ 'send-email': async ({ project_id }) => void begun.push(project_id) })
  const failed = async () => (await own.pool.query('SELECT error FROM jobs WHERE failed_at IS NOT NULL')).rows
  await expect.poll(failed, { timeout }).toEqual([{ error: 'The server ended during the last attempt.' }])
  expect(begun).toEqual([])
})

test('more jobs than may run at once are done one after the other, without waiting for the next look', async () => {
  const done: string[] = []
  // No timer fires, so nothing but the end of a job makes the node look again.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  await openNode({ 'delete-project': async ({ project_id }) => void done.push(project_id) })
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
  expect((await own.pool.query('SELECT FROM jobs')).rowCount).toBe(0)
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
  await add('x')
  await expect.poll(() => begun, { timeout }).toBe(1)
  await node.stop()
  expect(lines).toEqual([])
})
