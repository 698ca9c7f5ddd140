import { expect, inject, onTestFinished, test } from 'vitest'
import { listenToDatabase } from '../platform/db/notifications.ts'
import { hashToken } from '../platform/secrets.ts'
import { testProject } from '../testing/index.ts'
import { openWayTo } from '../testing/silent-network.ts'
import { createProjectCache } from './cache.ts'

test('a node whose line to the database has gone dead without a word still hears that a key was revoked', async () => {
  const { call, id, keys, server } = await testProject()
  const way = await openWayTo(inject('databaseUrl'))
  onTestFinished(() => way.close())
  const { db, secrets, log, telemetry } = server.platform
  const notifications = await listenToDatabase({ databaseUrl: way.url, log })
  onTestFinished(() => notifications.close())
  const cache = createProjectCache({ db, notifications, secrets, isProduction: false, telemetry })

  const opens = async () =>
    (await cache.find(id))?.hasValidKey('client', hashToken(keys.publishableClientKey), new Date())
  expect(await opens()).toBe(true)
  way.setSilent(true)
  const [set] = (await call('GET /internal/api-keys', { as: 'admin' })).items
  await call('PATCH /internal/api-keys/{id}', { as: 'admin', params: { id: set!.id }, body: { revoked: true } })
  await expect.poll(opens, { interval: 200 }).toBe(false)
})
