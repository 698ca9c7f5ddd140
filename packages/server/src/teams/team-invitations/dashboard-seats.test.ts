import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openEmailServer, race, type TestEmail, type TestProject } from '../../testing/index.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { internalKeys } from '../../testing/server.ts'
import { teamActions } from '../../testing/team.ts'
import { createOwner, createPerson } from '../../testing/world.ts'

let emailServer: TestEmail
let internal: TestProject
// A deployment of its own, because its settings change here.
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
  internal = projectWithKeys(emailServer.server, 'internal', internalKeys)
})
afterAll(() => emailServer.close())

const includeSeats = (quantity: number) =>
  configure({
    'payments.offers.free': {
      customerType: 'team',
      groupId: 'plans',
      prices: 'include-by-default',
      includedItems: { dashboard_admins: { quantity } },
    },
  })

/** To the address of somebody who has an account. */
async function invite(team_id: string) {
  const user = await createPerson(internal)
  const { email } = user
  const body = { email, team_id, callback_url: 'http://localhost:3000/join' }
  await internal.call('POST /team-invitations/send-code', { as: 'server', body })
  const code = new URL((await emailServer.waitForEmail(email)).link!).searchParams.get('code')!
  return { user, code }
}

const accept = ({ user, code }: Awaited<ReturnType<typeof invite>>) =>
  internal.call('POST /team-invitations/accept', { user, body: { code } })

const configure = (settings: object) => {
  const config_override_string = JSON.stringify(settings)
  return internal.call('PATCH /internal/config/override', { as: 'admin', body: { config_override_string } })
}

test('a team that owns projects has as many members by invitation as its plan includes', async () => {
  const { teamId } = await createOwner(emailServer.server)
  const invitation = await invite(teamId)
  const full = {
    status: 400,
    code: 'ITEM_QUANTITY_INSUFFICIENT_AMOUNT',
    details: { item_id: 'dashboard_admins', customer_id: teamId, quantity: -1 },
  }
  await expect(accept(invitation)).rejects.toMatchObject(full)
  // Servers add whom they want.
  await teamActions(internal).createMember(teamId)

  await includeSeats(3)
  // The invitation is still good, now that there is room.
  expect(await accept(invitation)).toEqual({})
  await expect(accept(await invite(teamId))).rejects.toMatchObject(full)
})

test('who runs the deployment gives a team more seats', async () => {
  await includeSeats(1)
  const { teamId } = await createOwner(emailServer.server)
  const invitation = await invite(teamId)
  await expect(accept(invitation)).rejects.toMatchObject({ code: 'ITEM_QUANTITY_INSUFFICIENT_AMOUNT' })
  await internal.call('POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity', {
    as: 'server',
    params: { customer_type: 'team', customer_id: teamId, item_id: 'dashboard_admins' },
    query: { allow_negative: 'false' },
    body: { delta: 1 },
  })
  expect(await accept(invitation)).toEqual({})
})

test('a plan that was bought has more seats, and takes the place of what is included', async () => {
  await includeSeats(1)
  const { teamId } = await createOwner(emailServer.server)
  const now = Date.now()
  const { db } = emailServer.server.platform
  await db
    .insertInto('subscriptions')
    .values({
      project_id: 'internal',
      id: crypto.randomUUID(),
      customer_type: 'team',
      customer_id: teamId,
      offer_id: 'team',
      price_id: 'monthly',
      offer: '{}',
      quantity: 1,
      status: 'active',
      period_start: new Date(now - 1000),
      period_end: new Date(now + 3_600_000),
      stripe_subscription_id: null,
      is_test_mode: true,
      created_at: new Date(now - 1000),
    })
    .execute()
  const { quantity } = await internal.call('GET /payments/items/{customer_type}/{customer_id}/{item_id}', {
    params: { customer_type: 'team', customer_id: teamId, item_id: 'dashboard_admins' },
  })
  expect(quantity).toBe(5)
  expect(await accept(await invite(teamId))).toEqual({})
})

test('the last seat is taken once, however many come at once', async () => {
  await includeSeats(2)
  const { teamId } = await createOwner(emailServer.server)
  const invitations = await Promise.all(Array.from({ length: 4 }, () => invite(teamId)))
  const { succeeded, failed } = await race(4, (index) => accept(invitations[index]!))
  expect(succeeded).toHaveLength(1)
  expect(failed.map((error) => error.code)).toEqual(Array(3).fill('ITEM_QUANTITY_INSUFFICIENT_AMOUNT'))
})

test('without the item nobody can be invited', async () => {
  const { teamId } = await createOwner(emailServer.server)
  const invitation = await invite(teamId)
  await configure({ 'payments.items': {} })
  await expect(accept(invitation)).rejects.toMatchObject({
    status: 404,
    code: 'ITEM_NOT_FOUND',
    details: { item_id: 'dashboard_admins' },
  })
})
