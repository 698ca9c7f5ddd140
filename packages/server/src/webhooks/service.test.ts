import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { createTestProject, openTestServer, type TestProject, type TestServer } from '../testing/index.ts'
import { firstAttempt, listJobs } from '../testing/jobs.ts'
import { listenToEvents } from '../testing/records.ts'
import { type FakeWebhookService, openWebhookService } from '../testing/webhook-service.ts'
import { createWebhookJobs } from './deliver.ts'

let service: FakeWebhookService
// A database of its own: who delivers is a fact about all of it.
let database: Awaited<ReturnType<typeof createDatabase>>
let server: TestServer
let project: TestProject

beforeAll(async () => {
  service = await openWebhookService()
  database = await createDatabase(inject('databaseUrl'))
  server = await openTestServer(database.url, { config: { webhookService: service.config } })
})
afterAll(async () => {
  await server.close()
  await database.drop()
  await service.close()
})
beforeEach(async () => {
  service.failWith = undefined
  project = await createTestProject(server)
})

const asAdmin = { as: 'admin' as const }

const publishJobs = () => listJobs(server.platform.db, 'publish-webhook', { project_id: project.id })

const publish = async () => {
  const jobs = createWebhookJobs(server.platform)
  for (const job of await publishJobs()) await jobs['publish-webhook'](job, firstAttempt)
}

test('messages go to the service, once, under an application that is made when it is needed', async () => {
  const user = await project.call('POST /users', { as: 'server', body: { display_name: 'Ada' } })
  await publish()
  await publish()
  const [job] = await publishJobs()
  expect(service.applications.get(project.id)).toMatchObject({
    name: project.id,
    messages: [
      {
        eventType: 'user.created',
        eventId: job!.event_id,
        payload: { type: 'user.created', data: { id: user.id, display_name: 'Ada' } },
      },
    ],
  })
})

test('entries of the audit log are not sent to the service, where every endpoint would get them', async () => {
  await listenToEvents(project, ['audit.*'])
  await project.call('POST /users', { as: 'server', body: {} })
  await publish()
  expect(service.applications.get(project.id)!.messages.map(({ eventType }) => eventType)).toEqual(['user.created'])
})

test('a service that is overloaded makes the job fail, which is tried again, and not the request', async () => {
  service.failWith = 429
  await project.call('POST /users', { as: 'server', body: {} })
  await expect(publish()).rejects.toThrow('The webhook service responded with status 429.')
  service.failWith = undefined
  await publish()
  expect(service.applications.get(project.id)!.messages).toHaveLength(1)
})

test('the token for the portal is that of the service', async () => {
  expect(await project.call('POST /webhooks/svix-token', { ...asAdmin, body: {} })).toEqual({
    token: `appsk_${project.id}`,
  })
  expect(service.applications.has(project.id)).toBe(true)
  service.failWith = 500
  expect(await project.send('POST /webhooks/svix-token', { ...asAdmin, body: {} })).toMatchObject({ status: 502 })
})

test('endpoints of our own are not added beside it', async () => {
  const body = { url: 'https://example.com' }
  expect(await project.send('POST /internal/webhook-endpoints', { ...asAdmin, body })).toMatchObject({ status: 400 })
})

test('a server without the service delivers by itself again', async () => {
  const other = await openTestServer(database.url)
  try {
    const alone = await createTestProject(other)
    const body = { url: 'https://example.com' }
    const endpoint = await alone.call('POST /internal/webhook-endpoints', { ...asAdmin, body })
    await alone.call('POST /users', { as: 'server', body: {} })
    const params = { endpoint_id: endpoint.id }
    const route = 'GET /internal/webhook-endpoints/{endpoint_id}/deliveries'
    expect((await alone.call(route, { ...asAdmin, params })).items).toHaveLength(1)
  } finally {
    await other.close()
  }
})
