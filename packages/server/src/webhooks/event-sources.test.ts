import { expect, test } from 'vitest'
import { type TestProject, testProject } from '../testing/index.ts'
import { listEvents, listenToEvents } from '../testing/records.ts'
import { createPurchaseLink } from '../testing/shop.ts'
import { mentionsOf } from './events.ts'

const asServer = { as: 'server' as const }

async function listeningProject(settings = {}) {
  const project = await testProject(settings)
  await listenToEvents(project)
  return project
}

test('restricting a user and lifting the restriction are events', async () => {
  const project = await listeningProject()
  const { user_id } = await project.signUp()
  const request = { ...asServer, params: { user_id } }
  const until_millis = Date.now() + 3_600_000
  await project.call('PUT /users/{user_id}/restriction', { ...request, body: { reason: 'Spam', until_millis } })
  await project.call('DELETE /users/{user_id}/restriction', request)
  expect(await listEvents(project, 'user.')).toMatchObject([
    { type: 'user.created' },
    { type: 'user.restricted', data: { id: user_id, reason: 'Spam', until_millis } },
    { type: 'user.unrestricted', data: { id: user_id } },
  ])
})

test('API keys are events, as servers see them', async () => {
  const project = await listeningProject({ 'apiKeys.enabled': { user: true, team: true } })
  const { user_id } = await project.signUp()
  const body = { user_id, description: 'Import', expires_at_millis: null }
  const { id } = await project.call('POST /user-api-keys', { ...asServer, body })
  const revocation = { ...asServer, params: { id }, body: { revoked: true as const, description: 'Export' } }
  const key = await project.call('PATCH /user-api-keys/{id}', revocation)
  const { manually_revoked_at_millis: _, ...before } = key
  expect(await listEvents(project, 'api_key.')).toEqual([
    { type: 'api_key.created', data: { ...before, description: 'Import' } },
    { type: 'api_key.updated', data: before },
    { type: 'api_key.revoked', data: key },
  ])
})

const plan = {
  customerType: 'user',
  groupId: 'plans',
  prices: { monthly: { USD: '10', interval: [1, 'month'] }, once: { USD: '5' } },
}

async function buy(project: TestProject, userId: string, offerId: string, price_id: string) {
  const full_code = await createPurchaseLink(project, userId, offerId)
  const body = { full_code, price_id }
  await project.call('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body })
}

test('purchases and subscriptions are events, also the end of a replaced subscription', async () => {
  const project = await listeningProject({
    'payments.groups.plans': {},
    'payments.offers.basic': plan,
    'payments.offers.pro': plan,
    'payments.offers.credits': { customerType: 'user', prices: { once: { USD: '5' } } },
  })
  const { user_id } = await project.signUp()
  await buy(project, user_id, 'credits', 'once')
  await buy(project, user_id, 'basic', 'monthly')
  await buy(project, user_id, 'pro', 'monthly')
  const bought = { customer_type: 'user', customer_id: user_id, quantity: 1 }
  const events = (await listEvents(project)).filter(({ type }) => /^(purchase|subscription)\./.test(type))
  expect(events).toEqual([
    { type: 'purchase.completed', data: { ...bought, offer_id: 'credits', price_id: 'once', test_mode: true } },
    {
      type: 'subscription.created',
      data: { ...bought, offer_id: 'basic', price_id: 'monthly', test_mode: true, status: 'active' },
    },
    { type: 'subscription.updated', data: { ...bought, offer_id: 'basic', status: 'canceled' } },
    {
      type: 'subscription.created',
      data: { ...bought, offer_id: 'pro', price_id: 'monthly', test_mode: true, status: 'active' },
    },
  ])
})

test.each([
  ['user.created', 'u', ['user u']],
  ['team.updated', 't', ['team t']],
  ['team_permission.created', 't/u', ['user u', 'team t']],
  ['project_permission.created', 'u', ['user u']],
  ['session.ended', 'u', ['user u']],
  ['email.sent', 'email:team:t@example.com', []],
  ['api_key.created', 'team:t', ['team t']],
  ['purchase.completed', 'user:u', ['user u']],
  ['purchase.completed', 'custom:user/1', []],
  ['webhook.test', 'x', []],
  ['audit.password.changed', 'audit:user:u', ['user u']],
  ['audit.project.updated', 'audit:project:p', []],
])('%s of %s is about %j', (type, objectId, about) => {
  expect(mentionsOf(type, objectId).map((mention) => `${mention.type} ${mention.id}`)).toEqual(about)
})
