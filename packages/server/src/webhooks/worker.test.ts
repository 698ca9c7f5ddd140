import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startJobs } from '../platform/jobs/workers.ts'
import { createDatabase } from '../testing/database.ts'
import { createTestProject, openTestServer, type TestProject, type TestServer } from '../testing/index.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { createWebhookJobs } from './deliver.ts'
import { insertEndpoint } from './queries.ts'
import { createSigningSecret, sealSecret } from './signing.ts'

const timeout = 40_000

let server: TestServer
let closeServer: () => Promise<void>
beforeAll(async () => {
  const database = await createDatabase(inject('databaseUrl'))
  server = await openTestServer(database.url)
  const { platform } = server
  const handlers = createWebhookJobs(platform)
  const jobs = startJobs({ ...platform, handlers })
  closeServer = async () => {
    await jobs.stop()
    await server.close()
    await database.drop()
  }
})
afterAll(() => closeServer?.())

let quick: WebhookReceiver
/** Does not respond until it is let go. */
let slow: WebhookReceiver
let letGo: (status: number) => void
beforeEach(async () => {
  quick = await openWebhookReceiver()
  slow = await openWebhookReceiver()
  const held = new Promise<number>((resolve) => {
    letGo = resolve
  })
  slow.respond = () => held
})
afterEach(async () => {
  letGo(200)
  await Promise.all([quick.close(), slow.close()])
})

const createUser = (project: TestProject) => project.call('POST /users', { as: 'server', body: {} })
const countMessages = ({ received }: WebhookReceiver) => new Set(received.map(({ id }) => id)).size

async function addEndpoints(project: TestProject, url: string, count: number): Promise<void> {
  const { db, secrets } = server.platform
  for (let added = 0; added < count; added++) {
    const id = randomUUID()
    const secretEncrypted = sealSecret(createSigningSecret(), { project_id: project.id, id }, secrets)
    const given = { url, description: '', eventTypes: null, isEnabled: true, now: new Date() }
    await insertEndpoint(db, project.id, { id, secretEncrypted, ...given })
  }
}

test('a receiver hears of what happens, while slow ones keep nobody else waiting', async () => {
  const project = await createTestProject(server)
  await addEndpoints(project, slow.url, 8)
  await addEndpoints(project, quick.url, 1)
  for (let count = 0; count < 20; count++) await createUser(project)
  await expect.poll(() => countMessages(quick), { timeout }).toBe(20)
})

test('projects with more slow receivers than there are workers delay no other project, and lose nothing', async () => {
  const projects: TestProject[] = []
  for (let count = 0; count < 3; count++) {
    const project = await createTestProject(server)
    await addEndpoints(project, slow.url, 50)
    await createUser(project)
    projects.push(project)
  }
  await expect.poll(() => slow.received.length, { timeout }).toBeGreaterThanOrEqual(48)
  const other = await createTestProject(server)
  await addEndpoints(other, quick.url, 1)
  await createUser(other)
  await expect.poll(() => countMessages(quick), { timeout }).toBe(1)
  expect(slow.received.length).toBeLessThan(128)

  letGo(200)
  const countDelivered = async () => {
    const ids = projects.map(({ id }) => id)
    const deliveries = server.platform.db.selectFrom('webhook_deliveries').select('event_id')
    return (await deliveries.where('project_id', 'in', ids).where('state', '=', 'delivered').execute()).length
  }
  await expect.poll(countDelivered, { timeout }).toBe(150)
}, 120_000)
