import { openWebhookReceiver, runDeliveries, testServer, type WebhookReceiver } from '@latchkey/server/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, KnownErrors, StatusError } from '../index.ts'
import { createAdmin, openProject } from '../testing/open-project.ts'
import { show, shownIn } from '../testing/shown.ts'

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await openWebhookReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.respond = () => 200
  receiver.received.length = 0
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

async function open() {
  const { project } = await openProject()
  const app = createAdmin(project)
  const deliver = async (endpointId: string) => runDeliveries((await testServer()).platform, project, endpointId)
  return { app, project, deliver }
}

describe('endpoints', () => {
  test('are added, changed and removed, and subscribers see it immediately', async () => {
    const { app } = await open()
    const { webhookEndpoints } = app[appInternalsSymbol]
    await show(webhookEndpoints)
    const options = { url: 'https://example.com/hook', description: 'Shop', eventTypes: ['user.created'] }
    const endpoint = await app.createWebhookEndpoint(options)
    expect(endpoint).toMatchObject({ ...options, isEnabled: true, disabledReason: null, failingSince: null })
    expect(endpoint.secret).toMatch(/^whsec_/)
    expect(shownIn(webhookEndpoints)).toMatchObject([{ id: endpoint.id, ...options }])
    expect(shownIn(webhookEndpoints)[0]).not.toHaveProperty('secret')

    await endpoint.update({ url: 'https://example.org/hook', eventTypes: null, isEnabled: false })
    const changed = { url: 'https://example.org/hook', description: 'Shop', eventTypes: null, isEnabled: false }
    expect(shownIn(webhookEndpoints)).toMatchObject([changed])
    expect(await app.listWebhookEndpoints()).toEqual(shownIn(webhookEndpoints))
    await shownIn(webhookEndpoints)[0]!.delete()
    expect(shownIn(webhookEndpoints)).toEqual([])
    await expect(endpoint.delete()).rejects.toBeInstanceOf(StatusError)
  })

  test('get a new secret, while the old one stays valid for a day', async () => {
    const { app } = await open()
    const endpoint = await app.createWebhookEndpoint({ url: 'https://example.com/hook' })
    const { webhookEndpoints } = app[appInternalsSymbol]
    await show(webhookEndpoints)
    expect(await endpoint.getSecret()).toBe(endpoint.secret)
    const { secret, previousSecretUntil } = await endpoint.rotateSecret()
    expect(secret).not.toBe(endpoint.secret)
    expect(await endpoint.getSecret()).toBe(secret)
    expect(previousSecretUntil.getTime()).toBeGreaterThan(Date.now())
    expect(shownIn(webhookEndpoints)[0]!.previousSecretUntil).toEqual(previousSecretUntil)
  })

  test('accept only existing event types', async () => {
    const { app } = await open()
    const created = app.createWebhookEndpoint({ url: 'https://example.com', eventTypes: ['user.invented'] })
    await expect(created).rejects.toSatisfy(KnownErrors.SchemaError.isInstance)
  })
})

describe('deliveries', () => {
  test('can be tested, inspected and resent', async () => {
    const { app, deliver } = await open()
    const endpoint = await app.createWebhookEndpoint({ url: receiver.url })
    receiver.respond = () => 500
    const sent = await endpoint.sendTest()
    expect(sent).toMatchObject({ type: 'webhook.test', state: 'pending', attempts: 0 })
    await deliver(endpoint.id)

    const [failing] = await endpoint.listDeliveries({ state: 'pending' })
    expect(failing).toMatchObject({ id: sent.id, attempts: 1, nextAttemptAt: expect.any(Date) })
    const { payload, attemptLog } = await failing!.getDetails()
    expect(payload.type).toBe('webhook.test')
    expect(attemptLog).toMatchObject([{ number: 1, responseStatus: 500, failure: expect.any(String) }])
    expect(attemptLog[0]!.attemptedAt).toBeInstanceOf(Date)

    receiver.respond = () => 200
    await failing!.resend()
    await deliver(endpoint.id)
    expect(receiver.received.map(({ id }) => id)).toEqual([sent.id, sent.id])
    const details = await sent.getDetails()
    expect(details).toMatchObject({ state: 'delivered', attempts: 2, nextAttemptAt: null })
    expect(details.attemptLog.at(-1)).toMatchObject({ responseStatus: 200, failure: null })
  })

  test('report events of the project, in pages', async () => {
    const { app, deliver } = await open()
    const endpoint = await app.createWebhookEndpoint({ url: receiver.url, eventTypes: ['user.created'] })
    const ids: string[] = []
    for (const displayName of ['Ada', 'Bob', 'Eve']) ids.push((await app.createUser({ displayName })).id)
    await deliver(endpoint.id)
    expect(receiver.received.map(({ data }) => data.id).sort()).toEqual(ids.sort())

    const first = await endpoint.listDeliveries({ limit: 2 })
    const second = await endpoint.listDeliveries({ limit: 2, cursor: first.nextCursor! })
    expect([first.length, second.length, second.nextCursor]).toEqual([2, 1, null])
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(3)
  })
})

test('the portal token gives access to the webhook routes', async () => {
  const { app, project } = await open()
  const token = await app.getSvixToken()
  const answer = await project.server.fetch('/api/v1/internal/webhook-endpoints', {
    headers: {
      authorization: `Bearer ${token}`,
      'x-stack-project-id': project.id,
      'x-stack-access-type': 'admin',
    },
  })
  expect(answer.status).toBe(200)
  const { svixToken } = app[appInternalsSymbol]
  await show(svixToken)
  expect(shownIn(svixToken)).toEqual(expect.any(String))
})
