import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { separateServer, type TestServer } from '../testing/index.ts'
import { createTestProject, type TestProject } from '../testing/project.ts'
import { listAuditEntries } from '../testing/records.ts'
import { openWebhookReceiver, runDeliveries, type WebhookReceiver } from '../testing/webhook-receiver.ts'

const hour = 3_600_000
const asAdmin = { as: 'admin' as const }
const asServer = { as: 'server' as const }

let clock = Date.now()
let server: TestServer
let project: TestProject
let receiver: WebhookReceiver
let endpoint: { id: string }

beforeAll(async () => {
  server = await separateServer({ now: () => new Date(clock) })
})
beforeEach(async () => {
  clock = Date.now()
  project = await createTestProject(server)
  receiver = await openWebhookReceiver()
  endpoint = await project.call('POST /internal/webhook-endpoints', { ...asAdmin, body: { url: receiver.url } })
})
afterEach(() => receiver.close())

const request = () => ({ ...asAdmin, params: { endpoint_id: endpoint.id } })
const list = (query: { state?: 'failed' | 'delivered' | 'resending'; type?: string } = {}) =>
  project.call('GET /internal/webhook-endpoints/{endpoint_id}/deliveries', { ...request(), query })
const createUser = async (display_name: string) =>
  (await project.call('POST /users', { ...asServer, body: { display_name } })).id
const deliver = () => runDeliveries(server.platform, project, endpoint.id)
/** All retries take more than a day. */
async function failAll() {
  receiver.respond = () => 500
  await sql`UPDATE webhook_deliveries SET attempts = 100 WHERE project_id = ${project.id}`.execute(server.platform.db)
  await deliver()
}
const retryAll = () =>
  project.call('POST /internal/webhook-endpoints/{endpoint_id}/deliveries/resend-failed', { ...request(), body: {} })

test('deliveries say how the last attempt went and whom they are about', async () => {
  const ada = await createUser('Ada')
  const team = await project.call('POST /teams', { ...asServer, body: { display_name: 'Engines' } })
  const params = { team_id: team.id, user_id: ada }
  await project.call('POST /team-memberships/{team_id}/{user_id}', { ...asServer, params, body: {} })
  receiver.respond = () => 503
  await deliver()
  const { items, subjects } = await list({ type: 'team_membership.created' })
  expect(items).toMatchObject([
    {
      type: 'team_membership.created',
      state: 'pending',
      response_status: 503,
      duration_millis: expect.any(Number),
      about: [
        { type: 'user', id: ada },
        { type: 'team', id: team.id },
      ],
    },
  ])
  expect(subjects.map(({ display_name }) => display_name).sort()).toEqual(['Ada', 'Engines'])
  expect((await list({ type: 'user.created' })).items).toMatchObject([{ about: [{ type: 'user', id: ada }] }])
  expect((await list({ type: 'user.deleted' })).items).toEqual([])
})

test('a delivery that was never sent has no duration and no status', async () => {
  await createUser('Ada')
  expect((await list()).items).toMatchObject([{ attempts: 0, duration_millis: null, response_status: null }])
})

test('all failed messages are retried by one request, which is audited with their number', async () => {
  for (const name of ['Ada', 'Grace', 'Lin']) await createUser(name)
  await failAll()
  expect((await list({ state: 'failed' })).items).toHaveLength(3)
  receiver.respond = () => 200
  expect(await retryAll()).toEqual({ count: 3, has_more: false })
  expect((await list({ state: 'resending' })).items).toHaveLength(3)
  await deliver()
  expect((await list({ state: 'delivered' })).items).toHaveLength(3)
  expect(receiver.received.slice(-3).map(({ data }) => data.display_name)).toEqual(
    expect.arrayContaining(['Ada', 'Grace', 'Lin']),
  )
  expect(await retryAll()).toEqual({ count: 0, has_more: false })
  expect(await listAuditEntries(project, 'webhook_endpoint.failed_resent')).toMatchObject([
    { target_id: endpoint.id, details: { count: 3 } },
  ])
})

test('at most a thousand are retried at once, the oldest first', async () => {
  const first = await createUser('First')
  await failAll()
  await sql`
    WITH event AS (
      INSERT INTO webhook_events (project_id, id, object_id, type, data, created_at)
      SELECT ${project.id}, gen_random_uuid(), number::text, 'user.created', '{}', now() FROM generate_series(1, 1000) number
      RETURNING *
    )
    INSERT INTO webhook_deliveries (project_id, endpoint_id, event_id, sequence, object_id, type, state, created_at)
    SELECT project_id, ${endpoint.id}, id, sequence, object_id, type, 'failed', created_at FROM event`.execute(
    server.platform.db,
  )
  expect(await retryAll()).toEqual({ count: 1000, has_more: true })
  expect((await list({ state: 'failed' })).items).toHaveLength(1)
  const [oldest] = (await list({ type: 'user.created', state: 'resending' })).items.slice(-1)
  expect(oldest).toBeDefined()
  expect((await list({ state: 'failed' })).items[0]!.about).not.toEqual([{ type: 'user', id: first }])
})

test('retrying leaves other endpoints and what was delivered alone', async () => {
  await createUser('Ada')
  await deliver()
  const other = await project.call('POST /internal/webhook-endpoints', { ...asAdmin, body: { url: receiver.url } })
  await createUser('Grace')
  receiver.respond = () => 500
  await sql`UPDATE webhook_deliveries SET attempts = 100 WHERE endpoint_id = ${other.id}`.execute(server.platform.db)
  await runDeliveries(server.platform, project, other.id)
  expect(await retryAll()).toEqual({ count: 0, has_more: false })
})

test('the last day is counted by hour, with the hours in which nothing happened', async () => {
  clock = Math.floor(Date.now() / hour) * hour + 60_000
  const now = clock
  clock = now - 30 * hour
  await createUser('Too old')
  clock = now - 23 * hour
  await createUser('Ada')
  await deliver()
  clock = now
  await createUser('Grace')
  receiver.respond = () => 500
  await deliver()
  await createUser('Not sent yet')
  const { hours } = await project.call('GET /internal/webhook-endpoints/{endpoint_id}/last-day', request())
  expect(hours).toHaveLength(24)
  expect(hours[0]).toEqual({ from_millis: now - 60_000 - 23 * hour, delivered: 1, failed: 0 })
  expect(hours[23]).toEqual({ from_millis: now - 60_000, delivered: 0, failed: 1 })
  expect(hours.slice(1, 23).every(({ delivered, failed }) => delivered + failed === 0)).toBe(true)
})
