import type { CustomerType } from '@latchkey/contract'
import { expect, test } from 'vitest'
import { race, separateServer, type TestProject, testProject, testServer } from '../testing/index.ts'
import { createShop } from '../testing/shop.ts'
import { teamActions } from '../testing/team.ts'
import { createPerson } from '../testing/world.ts'

const readRoute = 'GET /payments/items/{customer_type}/{customer_id}/{item_id}'
const changeRoute = 'POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity'

const items = {
  'payments.items.credits': { displayName: 'Credits' },
  'payments.items.seats': { customerType: 'team' },
  'payments.items.tokens': { customerType: 'custom' },
}

const path = (customer_type: CustomerType, customer_id: string, item_id: string) => ({
  customer_type,
  customer_id,
  item_id,
})
const unknownId = '7f3b8a52-3b8c-4a51-9f5e-0d8f3f1f2a11'

function change(project: TestProject, params: ReturnType<typeof path>, body: unknown, allow_negative = 'true') {
  return project.send(changeRoute, { as: 'server', params, query: { allow_negative }, body })
}

test('users, teams and custom customers have items of their own', async () => {
  const project = await testProject(items)
  const person = await createPerson(project)
  const { id: teamId } = await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })
  for (const [params, name, delta] of [
    [path('user', person.id.toUpperCase(), 'credits'), 'Credits', 3],
    [path('team', teamId, 'seats'), 'seats', 4],
    [path('custom', 'Müller & Söhne / Köln', 'tokens'), 'tokens', 5],
  ] as const) {
    expect(await project.call(readRoute, { params })).toEqual({ id: params.item_id, display_name: name, quantity: 0 })
    const { id } = (await change(project, params, { delta, description: 'A present' })).body as { id: string }
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    for (const as of ['client', 'server', 'admin'] as const) {
      expect(await project.call(readRoute, { as, params })).toMatchObject({ quantity: delta })
    }
  }
  expect(await project.call(readRoute, { params: path('user', person.id, 'credits') })).toMatchObject({ quantity: 3 })
})

test('errors come in the order of the wire', async () => {
  const project = await testProject(items)
  const errors = [
    [path('robot' as 'user', unknownId, 'nothing'), 400, 'SCHEMA_ERROR', undefined],
    [path('team', unknownId, 'nothing'), 404, 'ITEM_NOT_FOUND', { item_id: 'nothing' }],
    [path('team', unknownId, 'toString'), 404, 'ITEM_NOT_FOUND', { item_id: 'toString' }],
    [
      path('team', 'nobody', 'credits'),
      400,
      'ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH',
      { item_id: 'credits', customer_id: 'nobody', item_customer_type: 'user', actual_customer_type: 'team' },
    ],
    [path('user', unknownId, 'credits'), 404, 'USER_NOT_FOUND', undefined],
    [path('user', 'nobody', 'credits'), 404, 'USER_NOT_FOUND', undefined],
    [path('team', unknownId, 'seats'), 404, 'TEAM_NOT_FOUND', { team_id: unknownId }],
    [path('team', 'Nobody', 'seats'), 404, 'TEAM_NOT_FOUND', { team_id: 'Nobody' }],
  ] as const
  for (const [params, status, code, details] of errors) {
    const expected = { status, body: { code, ...(details ? { details } : {}) } }
    expect(await project.send(readRoute, { params })).toMatchObject(expected)
    expect(await change(project, params, { delta: -1 }, 'false')).toMatchObject(expected)
  }
})

test('taking more than there is fails unless it may become negative', async () => {
  const project = await testProject(items)
  const params = path('custom', 'ada', 'tokens')
  await change(project, params, { delta: 2 })
  expect(await change(project, params, { delta: -3 }, 'false')).toMatchObject({
    status: 400,
    body: {
      code: 'ITEM_QUANTITY_INSUFFICIENT_AMOUNT',
      details: { item_id: 'tokens', customer_id: 'ada', quantity: -3 },
    },
  })
  expect(await project.call(readRoute, { params })).toMatchObject({ quantity: 2 })
  expect(await change(project, params, { delta: -3 }, 'true')).toMatchObject({ status: 200 })
  expect(await project.call(readRoute, { params })).toMatchObject({ quantity: -1 })
  // Also an increase that is not enough.
  expect(await change(project, params, { delta: 0 }, 'false')).toMatchObject({ status: 400 })
  expect(await change(project, params, { delta: 1 }, 'false')).toMatchObject({ status: 200 })
})

test('numbers, dates and responses that are not valid are refused', async () => {
  const project = await testProject(items)
  const params = path('custom', 'ada', 'tokens')
  for (const delta of [2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1.5, '1', null, true, Number.NaN]) {
    expect(await change(project, params, { delta })).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  }
  const asServer = { ...project.headers('server'), 'content-type': 'application/json' }
  const url = '/api/v1/payments/items/custom/ada/tokens/update-quantity?allow_negative=true'
  for (const body of ['{"delta":-0}', '{"delta":1e309}', '{"delta":NaN}', '{"delta":-0.0}']) {
    const response = await project.server.fetch(url, { method: 'POST', headers: asServer, body })
    expect([body, response.status]).toEqual([body, 400])
  }
  for (const expires_at of ['soon', '2026-02-30', 'Tue, 01 Jan 2030', 1_900_000_000_000, '2030-01-01T25:00:00Z']) {
    expect(await change(project, params, { delta: 1, expires_at })).toMatchObject({ status: 400 })
  }
  for (const allow_negative of ['yes', '', '1']) {
    expect(await change(project, params, { delta: 1 }, allow_negative)).toMatchObject({ status: 400 })
  }
  expect(await project.send(changeRoute, { as: 'server', params, body: { delta: 1 } })).toMatchObject({ status: 400 })
  expect(await project.call(readRoute, { params })).toMatchObject({ quantity: 0 })
})

test('dates may be days, have an offset or be in UTC', async () => {
  const project = await testProject(items)
  const params = path('custom', 'ada', 'tokens')
  for (const expires_at of [
    '2050-01-31',
    '2050-01-31T12:00:00',
    '2050-01-31T13:00:00+01:00',
    '2050-01-31T12:00:00.000Z',
  ]) {
    expect(await change(project, params, { delta: 1, expires_at })).toMatchObject({ status: 200 })
  }
  const { db } = project.server.platform
  const rows = await db.selectFrom('item_changes').select('expires_at').where('project_id', '=', project.id).execute()
  const noon = '2050-01-31T12:00:00.000Z'
  const times = rows.map(({ expires_at }) => expires_at!.toISOString()).sort()
  expect(times).toEqual(['2050-01-31T00:00:00.000Z', noon, noon, noon])
})

// ASVS 1.4.2
test('sums are exact far beyond 32 bits', async () => {
  const shop = await createShop(await testServer(), { 'payments.items.credits': { customerType: 'custom' } })
  const largest = 2 ** 31 - 1
  for (let index = 0; index < 5; index++) await shop.change(largest)
  expect(await shop.read()).toBe(5 * largest)
  for (let index = 0; index < 10; index++) await shop.change(-(2 ** 31))
  expect(await shop.read()).toBe(5 * largest - 10 * 2 ** 31)
})

test('neither spending nor the end of a debit makes more than was ever granted', async () => {
  let now = new Date('2026-01-01T00:00:00Z')
  const server = await separateServer({ now: () => now })
  const shop = await createShop(server, { 'payments.items.credits': { customerType: 'custom' } })
  await shop.change(5, new Date('2026-01-10'))
  await shop.change(-5)
  now = new Date('2026-01-11T00:00:00Z')
  expect(await shop.read()).toBe(0)

  await shop.change(3)
  await shop.change(-2, new Date('2026-01-20'))
  expect(await shop.read()).toBe(1)
  now = new Date('2026-01-21T00:00:00Z')
  expect(await shop.read()).toBe(3)
  // One that was over before it began takes nothing and gives nothing.
  await shop.change(-2, new Date('2026-01-01'))
  expect(await shop.read()).toBe(3)
})

test('another project, another customer and another item have nothing of it', async () => {
  const settings = { ...items, 'payments.items.credits': { customerType: 'custom' } }
  const [project, other] = [await testProject(settings), await testProject(settings)]
  const params = path('custom', 'ada', 'tokens')
  await change(project, params, { delta: 5 })
  expect(await project.call(readRoute, { params })).toMatchObject({ quantity: 5 })
  for (const [where, what] of [
    [other, params],
    [project, path('custom', 'Ada', 'tokens')],
    [project, path('custom', 'ada', 'credits')],
  ] as const) {
    expect(await where.call(readRoute, { params: what })).toMatchObject({ quantity: 0 })
  }
})

test('a user and a custom customer of the same name are two, even if an item changes hands', async () => {
  const project = await testProject(items)
  const person = await createPerson(project)
  await change(project, path('user', person.id, 'credits'), { delta: 5 })
  const config_override_string = JSON.stringify({ 'payments.items.credits': { customerType: 'custom' } })
  await project.call('PATCH /internal/config/override', { as: 'admin', body: { config_override_string } })
  const params = path('custom', person.id, 'credits')
  expect(await project.call(readRoute, { params })).toMatchObject({ quantity: 0 })
  await change(project, params, { delta: 7 })

  await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: person.id } })
  expect(await project.call(readRoute, { params })).toMatchObject({ quantity: 7 })
})

test('what a user or a team has goes with them', async () => {
  const project = await testProject(items)
  const person = await createPerson(project)
  const { id: teamId } = await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })
  await teamActions(project).createMember(teamId)
  await change(project, path('user', person.id, 'credits'), { delta: 5 })
  await change(project, path('team', teamId, 'seats'), { delta: 5 })
  await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: person.id } })
  await project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: teamId } })
  const { db } = project.server.platform
  for (const table of ['item_changes', 'item_checkpoints', 'item_accounts'] as const) {
    expect(await db.selectFrom(table).select('project_id').where('project_id', '=', project.id).execute()).toEqual([])
  }
})

test('who changed a quantity is in the audit log', async () => {
  const project = await testProject(items)
  const { body } = await change(project, path('custom', 'ada', 'tokens'), { delta: 5 })
  const { items: entries } = await project.call('GET /internal/audit-entries', {
    as: 'admin',
    query: { action: 'item.quantity_changed' },
  })
  expect(entries).toMatchObject([
    {
      actor: { type: 'server-key' },
      target: { type: 'customer', id: 'ada' },
      details: { item_id: 'tokens', item_name: 'tokens', change_id: (body as { id: string }).id, delta: 5 },
    },
  ])
})

// ASVS 2.3.4
test('of a hundred debits at once over two servers, as many succeed as there is enough for', async () => {
  const nodes = [await testServer(), await separateServer({ now: () => new Date(Date.now() + 20) })]
  const shop = await createShop(nodes[0]!, { 'payments.items.credits': { customerType: 'custom' } })
  await shop.change(10)
  const params = path('custom', 'customer', 'credits')
  const headers = { ...shop.project.headers('server'), 'content-type': 'application/json' }
  const { succeeded } = await race(100, async (index) => {
    const url = `/api/v1/payments/items/custom/customer/credits/update-quantity?allow_negative=false`
    for (;;) {
      const response = await nodes[index % 2]!.fetch(url, { method: 'POST', headers, body: '{"delta":-1}' })
      // A server that has too much to do says so before it has done anything. Then it is asked again.
      if (response.status !== 503) return response.headers.get('x-stack-known-error') ?? response.status
    }
  })
  expect(succeeded.filter((outcome) => outcome === 200)).toHaveLength(10)
  expect(succeeded.filter((outcome) => outcome === 'ITEM_QUANTITY_INSUFFICIENT_AMOUNT')).toHaveLength(90)
  expect(await shop.project.call(readRoute, { params })).toMatchObject({ quantity: 0 })
}, 240_000)

test('a debit by a server whose clock is ahead counts for one whose clock is behind', async () => {
  const [ahead, behind] = [
    await separateServer({ now: () => new Date('2026-01-02T00:00:00Z') }),
    await separateServer({ now: () => new Date('2026-01-01T00:00:00Z') }),
  ]
  const shop = await createShop(ahead, { 'payments.items.credits': { customerType: 'custom' } })
  await shop.change(1)
  await shop.change(-1, undefined, 'false')
  const late = await behind.fetch(
    '/api/v1/payments/items/custom/customer/credits/update-quantity?allow_negative=false',
    {
      method: 'POST',
      headers: { ...shop.project.headers('server'), 'content-type': 'application/json' },
      body: '{"delta":-1}',
    },
  )
  expect(late.status).toBe(400)
})

test('readers while many debits expire all see the same', async () => {
  let now = new Date('2026-01-01T00:00:00Z')
  const server = await separateServer({ now: () => now })
  const shop = await createShop(server, { 'payments.items.credits': { customerType: 'custom' } })
  await shop.change(100)
  for (let index = 0; index < 20; index++) await shop.change(-1, new Date('2026-01-05'))
  expect(await shop.read()).toBe(80)
  now = new Date('2026-01-06T00:00:00Z')
  const { succeeded } = await race(20, (index) => (index === 7 ? shop.change(-1).then(() => undefined) : shop.read()))
  for (const quantity of succeeded) expect([99, 100, undefined]).toContain(quantity)
  expect(await shop.read()).toBe(99)
})

test('thousands of debits that end at once are forgotten by whoever looks first', async () => {
  let now = new Date('2026-01-01T00:00:00Z')
  const server = await separateServer({ now: () => now })
  const shop = await createShop(server, { 'payments.items.credits': { customerType: 'custom' } })
  await shop.change(10_000)
  const start = now.getTime()
  await shop.changeOften(
    Array.from({ length: 2500 }, (_, number) => ({
      delta: -1,
      at: new Date(start + number * 60_000),
      expiresAt: new Date('2026-02-01T00:00:00Z'),
    })),
  )
  now = new Date('2026-01-31T00:00:00Z')
  expect(await shop.read()).toBe(7500)
  now = new Date('2026-02-02T00:00:00Z')
  await shop.change(-10_000, undefined, 'false')
  expect(await shop.read()).toBe(0)
})
