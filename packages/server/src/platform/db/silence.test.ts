import { expect, inject, onTestFinished, test } from 'vitest'
import { openWayTo } from '../../testing/silent-network.ts'
import { createLog } from '../log.ts'
import { connectDatabase } from './database.ts'
import { isDatabaseAway } from './outages.ts'

test('a query on a connection that has fallen silent ends as if the database were away, and the next ones work', async () => {
  const way = await openWayTo(inject('databaseUrl'))
  onTestFinished(() => way.close())
  const log = createLog({ level: 'silent', isProduction: false })
  const { pool, close } = connectDatabase(way.url, log, { maxConnections: 2, statementMillis: 3_500 })
  onTestFinished(close)
  const ask = () => pool.query('SELECT 1 AS one')

  await Promise.all([ask(), ask()])
  way.setSilent(true)
  for (const outcome of await Promise.allSettled([ask(), ask()])) {
    expect(outcome.status).toBe('rejected')
    expect(isDatabaseAway((outcome as PromiseRejectedResult).reason)).toBe(true)
  }
  way.setSilent(false)
  expect((await ask()).rows).toEqual([{ one: 1 }])
})
