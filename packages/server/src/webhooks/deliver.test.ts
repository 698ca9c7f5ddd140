import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSweep } from '../platform/deliveries/sweep.ts'
import { race, separateServer, type TestServer } from '../testing/index.ts'
import { firstAttempt, listJobs } from '../testing/jobs.ts'
import { createTestProject, type TestProject } from '../testing/project.ts'
import { listAuditEntries, listEvents } from '../testing/records.ts'
import { openWebhookReceiver, runDeliveries, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { listOverdueWebhooks } from './delivery-queries.ts'

const minute = 60_000
const hour = 60 * minute
const asServer = { as: 'server' as const }
const asAdmin = { as: 'admin' as const }

let clock = Date.now()
let server: TestServer
let project: TestProject
let receiver: WebhookReceiver

beforeAll(async () => {
  server = await separateServer({ now: () => new Date(clock) })
})
beforeEach(async () => {
  clock = Date.now()
  project = await createTestProject(server)
  receiver = await openWebhookReceiver()
})
afterEach(() => receiver.close())

async function addEndpoint(options: { url?: string; event_types?: 'user.updated'[] } = {}) {
  const body = { url: receiver.url, ...options }
  return project.call('POST /internal/webhook-endpoints', { ...asAdmin, body })
}

const deliver = (endpoint: { id: string }) => runDeliveries(server.platform, project, endpoint.id)

const createUser = async (display_name: string) =>
  (await project.call('POST /users', { ...asServer, body: { display_name } })).id
const renameUser = (user_id: string, display_name: string) =>
  project.call('PATCH /users/{user_id}', { ...asServer, params: { user_id }, body: { display_name } })

const listDeliveries = async (endpoint: { id: string }, query = {}) => {
  const params = { endpoint_id: endpoint.id }
  const route = 'GET /internal/webhook-endpoints/{endpoint_id}/deliveries'
  return (await project.call(route, { ...asAdmin, params, query })).items
}
const readDelivery = (endpoint: { id: string }, delivery_id: string) =>
  project.call('GET /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}', {
    ...asAdmin,
    params: { endpoint_id: endpoint.id, delivery_id },
  })
const readEndpoint = (endpoint: { id: string }) =>
  project.call('GET /internal/webhook-endpoints/{endpoint_id}', { ...asAdmin, params: { endpoint_id: endpoint.id } })
const change = (endpoint: { id: string }, body: { is_enabled: boolean }) =>
  project.call('PATCH /internal/webhook-endpoints/{endpoint_id}', {
    ...asAdmin,
    params: { endpoint_id: endpoint.id },
    body,
  })

const names = () => receiver.received.map(({ data }) => data.display_name)

test('an event is kept only while someone listens to it, and once however many do', async () => {
  const id = await createUser('Ada')
  expect(await listEvents(project)).toEqual([])
  const endpoint = await addEndpoint({ event_types: ['user.updated'] })
  await addEndpoint()
  await renameUser(id, 'Ada Lovelace')
  expect(await listEvents(project)).toMatchObject([{ type: 'user.updated', data: { display_name: 'Ada Lovelace' } }])
  expect(await listDeliveries(endpoint)).toHaveLength(1)

  for (const { id } of (await project.call('GET /internal/webhook-endpoints', asAdmin)).items) {
    await change({ id }, { is_enabled: false })
  }
  await renameUser(id, 'Ada King')
  expect(await listEvents(project)).toHaveLength(1)
})

describe('a message', () => {
  test('tells what happened, and is signed under both families of names', async () => {
    const endpoint = await addEndpoint()
    const userId = await createUser('Ada')
    await deliver(endpoint)
    expect(receiver.received).toMatchObject([{ type: 'user.created', data: { id: userId, display_name: 'Ada' } }])
    const [{ headers, body }] = receiver.received as [WebhookReceiver['received'][number]]
    const sent = headers as Record<string, string>
    const verifier = new Webhook(endpoint.secret)
    expect(verifier.verify(body, sent)).toEqual(JSON.parse(body))
    for (const name of ['id', 'timestamp', 'signature']) expect(sent[`svix-${name}`]).toBe(sent[`webhook-${name}`])
    expect(sent['content-type']).toBe('application/json')

    const long = String(Math.floor(clock / 1000) - 301)
    for (const forged of [{ 'webhook-id': 'x' }, { 'webhook-timestamp': long }]) {
      expect(() => verifier.verify(body, { ...sent, ...forged })).toThrow()
    }
    expect(() => verifier.verify(body.replace('Ada', 'Eve'), sent)).toThrow()
  })

  test('goes only to endpoints that are on and want its type, and not to other projects', async () => {
    const elsewhere = await createTestProject(server)
    const [wanted, other] = [await addEndpoint(), await addEndpoint({ event_types: ['user.updated'] })]
    const off = await addEndpoint()
    await change(off, { is_enabled: false })
    await elsewhere.call('POST /users', { ...asServer, body: {} })
    await createUser('Ada')
    const counts = await Promise.all([wanted, other, off].map(async (each) => (await listDeliveries(each)).length))
    expect(counts).toEqual([1, 0, 0])
  })

  test('has two signatures for a day after the secret was changed', async () => {
    const endpoint = await addEndpoint()
    const params = { endpoint_id: endpoint.id }
    const rotated = await project.call('POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret', {
      ...asAdmin,
      params,
      body: {},
    })
    expect(rotated).toMatchObject({ previous_secret_until_millis: clock + 24 * hour })
    const verifies = async (secret: string) => {
      await createUser('Ada')
      await deliver(endpoint)
      const { body, headers } = receiver.received.at(-1)!
      // The clock of the library is the real one, so the signature is compared instead.
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers
      const expected = new Webhook(secret).sign(id as string, new Date(Number(at) * 1000), body)
      return (signatures as string).split(' ').includes(expected)
    }
    expect([await verifies(endpoint.secret), await verifies(rotated.secret)]).toEqual([true, true])
    clock += 24 * hour
    expect([await verifies(endpoint.secret), await verifies(rotated.secret)]).toEqual([false, true])
    const route = 'GET /internal/webhook-endpoints/{endpoint_id}/secret'
    expect(await project.call(route, { ...asAdmin, params })).toEqual({ secret: rotated.secret })
  })
})

describe('events of one object', () => {
  test('come in order and wait for each other; others do not wait for them', async () => {
    const endpoint = await addEndpoint()
    const ada = await createUser('Ada 1')
    await renameUser(ada, 'Ada 2')
    await createUser('Bob')
    receiver.respond = ({ data }) => (data.display_name === 'Ada 1' ? 500 : 200)
    await deliver(endpoint)
    expect(names().sort()).toEqual(['Ada 1', 'Bob'])
    receiver.respond = () => 200
    clock += 5_000
    await deliver(endpoint)
    expect(names().slice(2)).toEqual(['Ada 1', 'Ada 2'])
  })

  test('come in order when hundreds wait, each once, whoever delivers them', async () => {
    const endpoint = await addEndpoint()
    const [ada, bob] = [await createUser('a'), await createUser('b')]
    for (let index = 0; index < 30; index++) {
      await renameUser(ada, `a${String(index).padStart(2, '0')}`)
      await renameUser(bob, `b${String(index).padStart(2, '0')}`)
    }
    const states = async () => new Set((await listDeliveries(endpoint, { limit: 200 })).map(({ state }) => state))
    while ((await states()).has('pending')) await race(5, () => deliver(endpoint))
    for (const letter of ['a', 'b']) {
      const heard = names().filter((name) => String(name).startsWith(letter))
      expect(heard).toHaveLength(31)
      expect(heard).toEqual([...heard].sort())
    }
  })
})

describe('a receiver that fails', () => {
  /** The moments of the attempts, as long as there is a next one. */
  async function failForDays(endpoint: { id: string }) {
    const times: number[] = []
    for (;;) {
      await deliver(endpoint)
      times.push(clock)
      const [delivery] = await listDeliveries(endpoint)
      if (!delivery?.next_attempt_at_millis) return { times, delivery: delivery! }
      clock = delivery.next_attempt_at_millis
    }
  }

  test('is asked again with growing gaps for about a day, always with the same id', async () => {
    const endpoint = await addEndpoint()
    await createUser('Ada')
    receiver.respond = () => 503
    const { times, delivery } = await failForDays(endpoint)
    const gaps = times.slice(1).map((time, index) => (time - times[index]!) / 1000)
    expect(gaps).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000])
    expect(delivery).toMatchObject({ state: 'failed', attempts: 8 })
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([delivery.id]))
    const { attempt_log, payload } = await readDelivery(endpoint, delivery.id)
    expect(attempt_log).toHaveLength(8)
    expect(attempt_log[0]).toMatchObject({
      number: 1,
      response_status: 503,
      response_text: 'Thank you!',
      failure: 'The receiver responded with status 503.',
    })
    expect(payload).toMatchObject({ type: 'user.created', data: { display_name: 'Ada' } })
  })

  test('shows in the list how many of the last messages were not delivered', async () => {
    const endpoint = await addEndpoint()
    // They are listed in the order in which they were added.
    clock += 1
    const unused = await addEndpoint({ event_types: ['user.updated'] })
    receiver.respond = ({ data }) => (data.display_name === 'Ada' ? 500 : 200)
    for (const name of ['Ada', 'Grace', 'Edsger']) await createUser(name)
    await deliver(endpoint)
    // Not sent yet, so neither delivered nor failed.
    await createUser('Barbara')
    const { items } = await project.call('GET /internal/webhook-endpoints', asAdmin)
    expect(items).toMatchObject([
      { id: endpoint.id, recent_deliveries: { total: 3, failing: 1 } },
      { id: unused.id, recent_deliveries: { total: 0, failing: 0 } },
    ])
  })

  test('is disabled when nothing came through for a day, and what waited has failed', async () => {
    const endpoint = await addEndpoint()
    const ada = await createUser('Ada')
    await renameUser(ada, 'Ada 2')
    receiver.respond = () => 500
    await deliver(endpoint)
    const [, first] = await listDeliveries(endpoint)
    for (let attempt = 2; attempt <= 8; attempt++) {
      clock = (await readDelivery(endpoint, first!.id)).next_attempt_at_millis!
      await deliver(endpoint)
    }
    expect(await readEndpoint(endpoint)).toMatchObject({ is_enabled: false, disabled_reason: 'failing' })
    expect((await listDeliveries(endpoint)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(await listAuditEntries(project, 'webhook_endpoint.disabled')).toMatchObject([
      { actor_type: 'system', target_id: endpoint.id, details: { reason: 'failing' } },
    ])
    await change(endpoint, { is_enabled: true })
    expect(await readEndpoint(endpoint)).toMatchObject({
      is_enabled: true,
      disabled_reason: null,
      failing_since_millis: null,
    })
  })

  test('stays on as long as something comes through', async () => {
    const endpoint = await addEndpoint()
    await createUser('Ada')
    receiver.respond = ({ data }) => (data.display_name === 'Ada' ? 500 : 200)
    for (let attempt = 1; attempt <= 8; attempt++) {
      await createUser('Bob')
      await deliver(endpoint)
      const delivery = (await listDeliveries(endpoint)).at(-1)!
      clock = delivery.next_attempt_at_millis ?? clock
    }
    expect((await listDeliveries(endpoint)).at(-1)).toMatchObject({ state: 'failed', attempts: 8 })
    expect(await readEndpoint(endpoint)).toMatchObject({ is_enabled: true })
  })

  test('that says it is gone is disabled at once', async () => {
    const endpoint = await addEndpoint()
    await createUser('Ada')
    receiver.respond = () => 410
    await deliver(endpoint)
    expect(await readEndpoint(endpoint)).toMatchObject({ is_enabled: false, disabled_reason: 'gone' })
    await createUser('Bob')
    expect(await listDeliveries(endpoint)).toMatchObject([{ state: 'failed' }])
  })

  test('does not hold up others, nor is a redirect followed', async () => {
    const endpoint = await addEndpoint()
    const nobody = await addEndpoint({ url: 'http://127.0.0.1:9/nobody' })
    await createUser('Ada')
    receiver.respond = () => 302
    await Promise.all([deliver(endpoint), deliver(nobody)])
    const [redirected] = await listDeliveries(endpoint)
    const [unreachable] = await listDeliveries(nobody)
    expect((await readDelivery(endpoint, redirected!.id)).attempt_log).toMatchObject([{ response_status: 302 }])
    expect((await readDelivery(nobody, unreachable!.id)).attempt_log).toMatchObject([
      { response_status: null, failure: 'The other server cannot be reached.' },
    ])
  })
})

test('in production no endpoint leads to a private address, and the reason tells nothing about the network', async () => {
  const port = Number(new URL(receiver.url).port)
  const config = { isProduction: true, outboundPorts: [port] }
  const production = await separateServer({ config, now: () => new Date(clock) })
  project = await createTestProject(production)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f000001', '2130706433', '0177.0.0.1']) {
    const endpoint = await addEndpoint({ url: `http://${host}:${port}/` })
    await createUser('Ada')
    await runDeliveries(production.platform, project, endpoint.id)
    const [delivery] = await listDeliveries(endpoint)
    expect((await readDelivery(endpoint, delivery!.id)).attempt_log, host).toMatchObject([
      { response_status: null, response_text: null, failure: 'Requests to this address are not allowed.' },
    ])
  }
  expect(receiver.received).toEqual([])
})

test('in production no endpoint leads to a port that is not one of the web, unless the deployment adds it', async () => {
  const config = { isProduction: true, outboundPorts: [8443] }
  const production = await separateServer({ config, now: () => new Date(clock) })
  project = await createTestProject(production)
  for (const [url, failure] of [
    ['http://127.0.0.1:22/', expect.stringContaining('ports 80 and 443')],
    ['https://127.0.0.1:8443/', 'Requests to this address are not allowed.'],
  ] as const) {
    const endpoint = await addEndpoint({ url })
    await createUser('Ada')
    await runDeliveries(production.platform, project, endpoint.id)
    const [delivery] = await listDeliveries(endpoint)
    expect((await readDelivery(endpoint, delivery!.id)).attempt_log).toMatchObject([{ response_status: null, failure }])
  }
})

test('what waits while an endpoint is off goes out when it is on again', async () => {
  const endpoint = await addEndpoint()
  await createUser('Ada')
  await change(endpoint, { is_enabled: false })
  await deliver(endpoint)
  expect(receiver.received).toEqual([])
  await change(endpoint, { is_enabled: true })
  await deliver(endpoint)
  expect(names()).toEqual(['Ada'])
})

test('a resent message goes out once, out of order, and says whether it came through', async () => {
  const endpoint = await addEndpoint()
  await createUser('Ada')
  await deliver(endpoint)
  const [delivery] = await listDeliveries(endpoint, { state: 'delivered' })
  const params = { endpoint_id: endpoint.id, delivery_id: delivery!.id }
  const resend = () =>
    project.call('POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend', {
      ...asAdmin,
      params,
      body: {},
    })
  expect(await resend()).toMatchObject({ state: 'resending' })
  receiver.respond = () => 500
  await deliver(endpoint)
  expect(await readDelivery(endpoint, delivery!.id)).toMatchObject({ state: 'failed', attempts: 2 })
  receiver.respond = () => 200
  await resend()
  await deliver(endpoint)
  expect(await readDelivery(endpoint, delivery!.id)).toMatchObject({ state: 'delivered', attempts: 3 })
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('a test message comes whatever the endpoint listens to', async () => {
  const endpoint = await addEndpoint({ event_types: ['user.updated'] })
  const params = { endpoint_id: endpoint.id }
  const sent = await project.call('POST /internal/webhook-endpoints/{endpoint_id}/send-test', {
    ...asAdmin,
    params,
    body: {},
  })
  await deliver(endpoint)
  expect(receiver.received).toMatchObject([{ id: sent.id, type: 'webhook.test', data: { endpoint_id: endpoint.id } }])
})

test('what a crash left behind is found by the one who looks every minute', async () => {
  const endpoint = await addEndpoint()
  await createUser('Ada')
  const { db } = server.platform
  const claimUntil = (seconds: number) =>
    sql`UPDATE webhook_endpoints SET claim_id = gen_random_uuid(), claimed_until = now() + make_interval(secs => ${seconds})
      WHERE id = ${endpoint.id}`.execute(db)
  await claimUntil(60)
  await deliver(endpoint)
  expect(receiver.received).toEqual([])
  await claimUntil(0)
  await sql`UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 minute'
    WHERE endpoint_id = ${endpoint.id}`.execute(db)
  const countJobs = async () => (await listJobs(db, 'deliver-webhooks', { endpoint_id: endpoint.id })).length
  const before = await countJobs()
  await createSweep(db, [listOverdueWebhooks])['wake-deliveries']({}, firstAttempt)
  expect(await countJobs()).toBe(before + 1)
  await deliver(endpoint)
  expect(names()).toEqual(['Ada'])
})
