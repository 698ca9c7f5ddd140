import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../platform/db/database.ts'
import { recordSystemAudit } from '../records/audit/record.ts'
import { goodPassword, race, type TestProject, testProject } from '../testing/index.ts'
import { listAuditEntries, listEvents, type listenToEvents } from '../testing/records.ts'
import { openWebhookReceiver, runDeliveries, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { createPerson } from '../testing/world.ts'

const asAdmin = { as: 'admin' as const }

let project: TestProject
let receiver: WebhookReceiver
beforeEach(async () => {
  project = await testProject()
  receiver = await openWebhookReceiver()
})
afterEach(() => receiver.close())

type Types = Parameters<typeof listenToEvents>[1]

async function addEndpoint(event_types: NonNullable<Types> | null, of = project) {
  const endpoint = await of.call('POST /internal/webhook-endpoints', {
    ...asAdmin,
    body: { url: receiver.url, event_types },
  })
  return { ...endpoint, deliver: () => runDeliveries(of.server.platform, of, endpoint.id) }
}

const typesReceived = () => receiver.received.map(({ type }) => type)
const setPassword = (user: { id: string }, password: string | null) =>
  project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: user.id }, body: { password } })

test('entries of the audit log reach only endpoints that name them or all of them, and each once', async () => {
  const everything = await addEndpoint(null)
  const some = await addEndpoint(['user.created', 'audit.password.changed'])
  const all = await addEndpoint(['audit.*', 'audit.user.created'])
  const body = { primary_email: 'ada@example.com', primary_email_auth_enabled: true }
  const person = await project.call('POST /users', { as: 'server', body })
  await setPassword(person, goodPassword)
  receiver.received.length = 0
  await everything.deliver()
  expect(typesReceived().filter((type) => type.startsWith('audit.'))).toEqual([])
  expect(typesReceived()).toContain('user.created')
  receiver.received.length = 0
  await some.deliver()
  expect(typesReceived().sort()).toEqual(['audit.password.changed', 'user.created'])
  receiver.received.length = 0
  await all.deliver()
  const actions = (await listAuditEntries(project)).map(({ action }) => `audit.${action}`)
  // The entry about the endpoint itself was written when the endpoint existed.
  expect(typesReceived().sort()).toEqual(actions.slice(-typesReceived().length).sort())
  expect(typesReceived()).toEqual(expect.arrayContaining(['audit.user.created', 'audit.password.changed']))
})

test('a message has what the audit log shows, and its id is that of the entry', async () => {
  const { deliver } = await addEndpoint(['audit.user.updated', 'audit.user.sign_in_failed', 'audit.session.created'])
  const person = await createPerson(project, { password: goodPassword })
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: person.id },
    body: { server_metadata: { secret: 'of the app' } },
  })
  const wrong = { email: person.email, password: 'wrong' }
  await project.call('POST /auth/password/sign-in', { body: wrong }).catch(() => undefined)
  await deliver()
  const { items } = await project.call('GET /internal/audit-entries', { ...asAdmin, query: {} })
  const listed = items.filter(({ action }) => /^user\.(updated|sign_in_failed)$|^session\.created$/.test(action))
  expect(listed.length).toBeGreaterThan(1)
  const received = receiver.received.map(({ id, data }) => ({ id, data }))
  expect(received).toHaveLength(listed.length)
  expect(received).toEqual(expect.arrayContaining(listed.map((entry) => ({ id: entry.id, data: entry }))))
  expect(JSON.stringify(received)).not.toMatch(/of the app|wrong/)
})

test('entries about one user arrive in order, and wait while one of them fails', async () => {
  const { deliver } = await addEndpoint(['audit.password.changed', 'audit.password.removed'])
  const [ada, bob] = [await createPerson(project), await createPerson(project)]
  await setPassword(ada, goodPassword)
  await setPassword(ada, null)
  await setPassword(bob, goodPassword)
  receiver.respond = ({ data }) => ((data.target as { id: string }).id === ada.id ? 500 : 200)
  await deliver()
  const received = () =>
    receiver.received.map(
      ({ type, data }) => `${type} ${(data.target as { id: string }).id === ada.id ? 'ada' : 'bob'}`,
    )
  expect(received().sort()).toEqual(['audit.password.changed ada', 'audit.password.changed bob'])
  receiver.received.length = 0
  receiver.respond = () => 200
  const { db } = project.server.platform
  await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: new Date() })
    .where('state', '=', 'pending')
    .execute()
  await deliver()
  expect(received()).toEqual(['audit.password.changed ada', 'audit.password.removed ada'])
})

test('there is no event of a change that was rolled back, and one of each that was committed', async () => {
  const endpoint = await addEndpoint(['audit.*'])
  const before = await listEvents(project, 'audit.')
  const { db } = project.server.platform
  const target = { type: 'project' as const, id: project.id }
  const change = (isCommitted: boolean) =>
    inTransaction(db, async (trx) => {
      await recordSystemAudit(trx, project.id, { action: 'project.updated', target }, new Date())
      if (!isCommitted) throw new Error('never mind')
    })
  await race(8, (index) => change(index % 2 === 0))
  expect(await listEvents(project, 'audit.')).toHaveLength(before.length + 4)
  await race(3, endpoint.deliver)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(before.length + 4)
  expect(receiver.received).toHaveLength(before.length + 4)
})

test('other projects and disabled endpoints receive nothing', async () => {
  const elsewhere = await testProject()
  const other = await addEndpoint(['audit.*'], elsewhere)
  const disabled = await addEndpoint(['audit.*'])
  const params = { endpoint_id: disabled.id }
  await project.call('PATCH /internal/webhook-endpoints/{endpoint_id}', {
    ...asAdmin,
    params,
    body: { is_enabled: false },
  })
  const before = (await listEvents(project)).length
  await createPerson(project)
  await other.deliver()
  expect(receiver.received.every(({ data }) => data.action === 'webhook_endpoint.created')).toBe(true)
  expect(await listEvents(project)).toHaveLength(before)
})

test('an endpoint that disappears is an event for the others, and for them only', async () => {
  const { deliver } = await addEndpoint(['audit.*'])
  const gone = await openWebhookReceiver()
  gone.respond = () => 410
  const body = { url: gone.url, event_types: ['audit.*' as const] }
  const { id } = await project.call('POST /internal/webhook-endpoints', { ...asAdmin, body })
  await createPerson(project)
  await runDeliveries(project.server.platform, project, id)
  await gone.close()
  expect(gone.received.map(({ data }) => data.action)).not.toContain('webhook_endpoint.disabled')
  await deliver()
  const disabled = receiver.received.filter(({ type }) => type === 'audit.webhook_endpoint.disabled')
  expect(disabled.map(({ data }) => data.target)).toEqual([{ type: 'webhook_endpoint', id }])
})

test('only what is audited can be chosen', async () => {
  const unknown = ['audit.user.exploded', 'audit.', 'user.*', '*']
  for (const type of unknown) {
    const body = { url: receiver.url, event_types: [type] as never }
    const { status } = await project.send('POST /internal/webhook-endpoints', { ...asAdmin, body })
    expect(status, type).toBe(400)
  }
})
