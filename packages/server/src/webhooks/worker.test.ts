import { expect, inject, onTestFinished, test } from 'vitest'
import { startJobs } from '../jobs/workers.ts'
import { createDatabase } from '../testing/database.ts'
import { createTestProject, openTestServer } from '../testing/index.ts'
import { openWebhookReceiver } from '../testing/webhook-receiver.ts'
import { createWebhookJobs } from './deliver.ts'

test('a receiver hears of what happens, while slow ones keep nobody else waiting', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  const server = await openTestServer(database.url)
  const [quick, slow] = [await openWebhookReceiver(), await openWebhookReceiver()]
  const { services } = server
  const handlers = createWebhookJobs(services)
  const jobs = await startJobs({ ...services, pool: services.database.pool, handlers })
  let letGo: (status: number) => void = () => undefined
  const held = new Promise<number>((resolve) => {
    letGo = resolve
  })
  onTestFinished(async () => {
    letGo(200)
    await jobs.stop()
    await Promise.all([quick.close(), slow.close()])
    await server.close()
    await database.drop()
  })
  slow.respond = () => held
  const project = await createTestProject(server)
  for (const { url } of [slow, slow, slow, slow, slow, slow, slow, slow, quick]) {
    await project.call('POST /internal/webhook-endpoints', { as: 'admin', body: { url } })
  }
  const heard = new Promise<void>((resolve) => {
    quick.respond = () => {
      if (quick.received.length === 20) resolve()
      return 200
    }
  })
  for (let count = 0; count < 20; count++) await project.call('POST /users', { as: 'server', body: {} })
  await heard
  expect(new Set(quick.received.map(({ id }) => id)).size).toBe(20)
})
