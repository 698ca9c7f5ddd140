import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../testing/card-shop.ts'
import { race, separateServer, testProject } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'

const setup = 'POST /internal/payments/setup'
const info = 'GET /internal/payments/stripe/account-info'
const widgets = 'POST /internal/payments/stripe-widgets/account-session'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.stripe.close())

test('the first call makes an account, and later ones lead to the same one', async () => {
  const project = await createTestProject(shop.server)
  expect(await project.send(info, { as: 'admin' })).toMatchObject({
    status: 404,
    body: { code: 'STRIPE_ACCOUNT_INFO_NOT_FOUND' },
  })
  const first = await project.call(setup, { as: 'admin' })
  const { account_id, ...flags } = await project.call(info, { as: 'admin' })
  expect(flags).toEqual({ charges_enabled: false, details_submitted: false, payouts_enabled: false })
  const again = await project.call(setup, { as: 'admin', body: {} })
  for (const { url } of [first, again]) expect(url).toContain(`https://connect.stripe.com/setup/s/${account_id}/`)

  shop.stripe.completeOnboarding(account_id)
  expect(await project.call(info, { as: 'admin' })).toEqual({
    account_id,
    charges_enabled: true,
    details_submitted: true,
    payouts_enabled: true,
  })
  expect(await listAuditEntries(project, 'payments.set_up')).toMatchObject([
    { details: { stripe_account_id: account_id } },
  ])
})

test('the provider sends the owner back to the payments of the project', async () => {
  const project = await createTestProject(shop.server)
  await project.call(setup, { as: 'admin' })
  const back = `http://localhost:8102/dashboard/projects/${project.id}/payments`
  const { form } = shop.stripe.requests.findLast(({ call }) => call === 'POST /v1/account_links')!
  expect(form).toMatchObject({ refresh_url: back, return_url: back, type: 'account_onboarding' })
})

test('ten who set up at once on two nodes get one account', async () => {
  const project = await createTestProject(shop.server)
  const other = await separateServer({ config: { stripe: shop.stripe.config } })
  const before = shop.stripe.accounts.size
  const { succeeded } = await race(10, (index) =>
    (index % 2 ? other : shop.server).fetch('/api/v1/internal/payments/setup', {
      method: 'POST',
      headers: project.headers('admin'),
    }),
  )
  expect(succeeded.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(shop.stripe.accounts.size).toBe(before + 1)
  expect(await listAuditEntries(project, 'payments.set_up')).toHaveLength(1)
})

test('every node knows of the account', async () => {
  const other = await separateServer({ config: { stripe: shop.stripe.config } })
  const project = await createTestProject(shop.server)
  const ask = async () => {
    const path = '/api/v1/internal/payments/stripe/account-info'
    return (await other.fetch(path, { headers: project.headers('admin') })).status
  }
  expect(await ask()).toBe(404)
  await project.call(setup, { as: 'admin' })
  await expect.poll(ask).toBe(200)
})

test('widgets show payments and what the provider wants to tell', async () => {
  const project = await createTestProject(shop.server)
  const early = await project.send(widgets, { as: 'admin' })
  expect(early).toMatchObject({ status: 400, body: 'The project has no Stripe account yet.' })
  await project.call(setup, { as: 'admin' })
  expect((await project.call(widgets, { as: 'admin' })).client_secret).toMatch(/^accs_secret_/)
  const { form } = shop.stripe.requests.findLast(({ call }) => call === 'POST /v1/account_sessions')!
  expect(form.components).toEqual({
    payments: {
      enabled: 'true',
      features: { refund_management: 'true', dispute_management: 'true', capture_payments: 'true' },
    },
    notification_banner: { enabled: 'true' },
  })
})

test('an account of other keys is none, and is replaced by the next call', async () => {
  const project = await createTestProject(shop.server)
  await project.call(setup, { as: 'admin' })
  const { account_id: first } = await project.call(info, { as: 'admin' })
  // From test mode to live mode: the provider does not know what was made before.
  shop.stripe.accounts.delete(first)
  expect(await project.send(info, { as: 'admin' })).toMatchObject({ body: { code: 'STRIPE_ACCOUNT_INFO_NOT_FOUND' } })
  expect(await project.send(widgets, { as: 'admin' })).toMatchObject({ status: 400 })

  await race(3, () => project.call(setup, { as: 'admin' }))
  const { account_id: second } = await project.call(info, { as: 'admin' })
  expect(second).not.toBe(first)
  expect(await listAuditEntries(project, 'payments.set_up')).toHaveLength(2)
})

test('without keys, setting up says which is missing', async () => {
  const project = await testProject()
  const response = await project.send(setup, { as: 'admin' })
  expect(response).toMatchObject({ status: 400, body: expect.stringContaining('STRIPE_SECRET_KEY') })
})

test('a key that the provider does not know is told by its name and not shown', async () => {
  const stripe = { ...shop.stripe.config, secretKey: 'sk_test_wrong-key' }
  const logLines: string[] = []
  const server = await separateServer({ config: { stripe }, logLines })
  const response = await (await createTestProject(server)).send(setup, { as: 'admin' })
  expect(response).toMatchObject({ status: 400, body: expect.stringContaining('STRIPE_SECRET_KEY') })
  expect(JSON.stringify([response.body, logLines])).not.toContain('wrong-key')
})

test('a provider that never responds is given up after some seconds, and holds nobody else up', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const stripe = { ...shop.stripe.config, apiUrl: `http://127.0.0.1:${port}` }
  const server = await separateServer({ config: { stripe }, pool: { maxConnections: 2, connectMillis: 5_000 } })
  const project = await createTestProject(server)
  const waiting = race(5, () => project.send(setup, { as: 'admin' }))
  const { transactions } = await project.call('GET /internal/payments/transactions', { as: 'admin' })
  expect(transactions).toEqual([])
  const { succeeded } = await waiting
  expect(succeeded.map(({ status }) => status)).toEqual(Array(5).fill(502))
  silent.close()
})
