import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { queues } from '../../platform/jobs/queues.ts'
import { removeProject } from '../../projects/queries.ts'
import { type CardShop, openCardShop, type SellingProject } from '../../testing/card-shop.ts'
import { testServer } from '../../testing/index.ts'
import { firstAttempt, takeJobs } from '../../testing/jobs.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { createPurchaseLink } from '../../testing/shop.ts'
import { createStripeJobs } from './end-subscriptions.ts'

const price = { monthly: { USD: '10', interval: [1, 'month'] } }
const settings = {
  'payments.offers.single': { displayName: 'Single', customerType: 'user', stackable: true, prices: price },
  'payments.offers.crew': { displayName: 'Crew', customerType: 'team', prices: price },
  'payments.offers.machine': { displayName: 'Machine', customerType: 'custom', prices: price },
}

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.stripe.close())

type Selling = Pick<SellingProject, 'accountId'>
type Payload = Jobs['end-subscriptions']

/** Takes what waits for the account out of the queue. */
const takeEnds = ({ accountId }: Selling) =>
  takeJobs(shop.server.platform.db, 'end-subscriptions', { stripe_account_id: accountId })

const work = (payload: Payload) => createStripeJobs(shop.server.platform)['end-subscriptions'](payload, firstAttempt)

async function workOff(project: Selling): Promise<void> {
  for (const payload of await takeEnds(project)) await work(payload)
}

async function subscribe(project: SellingProject, customerType: 'user' | 'team' | 'custom', id: string) {
  const offerId = { user: 'single', team: 'crew', custom: 'machine' }[customerType]
  const full_code = await createPurchaseLink(project, id, offerId, { customerType })
  const body = { full_code, price_id: 'monthly' }
  const { client_secret } = await project.call('POST /payments/purchases/purchase-session', { body })
  const subscription = [...stateOf(project).subscriptions.values()].at(-1)!
  return { subscription, pay: () => shop.stripe.pay(client_secret) }
}

async function subscribeAndPay(...args: Parameters<typeof subscribe>) {
  const { subscription, pay } = await subscribe(...args)
  pay()
  await shop.deliverAll()
  return subscription
}

const stateOf = ({ accountId }: Selling) => shop.stripe.accounts.get(accountId)!
const deleteUser = (project: SellingProject, user_id: string) =>
  project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id } })
const deleteProject = (project: SellingProject) => project.call('DELETE /internal/projects/current', { as: 'admin' })

describe('whoever is deleted is not charged anymore', () => {
  test('a user, for all that they subscribe to, and nobody else', async () => {
    const project = await shop.openProject(settings)
    const [user, other] = [await project.signUp(), await project.signUp()]
    const held = [await subscribeAndPay(project, 'user', user.user_id)]
    held.push(await subscribeAndPay(project, 'user', user.user_id))
    const kept = await subscribeAndPay(project, 'user', other.user_id)
    await deleteUser(project, user.user_id)
    await workOff(project)
    expect(held.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
    expect(kept.status).toBe('active')
    await shop.deliverAll()
    expect(await takeEnds(project)).toEqual([])
  })

  test('a user who deletes themselves, with a payment that was only begun', async () => {
    const project = await shop.openProject({ ...settings, 'users.allowClientUserDeletion': true })
    const user = await project.signUp()
    const { subscription } = await subscribe(project, 'user', user.user_id)
    await shop.deliverAll()
    expect(subscription.status).toBe('incomplete')
    await project.call('DELETE /users/me', { user })
    await workOff(project)
    expect(subscription.status).toBe('canceled')
  })

  test('a team', async () => {
    const project = await shop.openProject(settings)
    const team = await project.call('POST /teams', { as: 'server', body: { display_name: 'Crew' } })
    const subscription = await subscribeAndPay(project, 'team', team.id)
    await project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: team.id } })
    await workOff(project)
    expect(subscription.status).toBe('canceled')
  })

  test('the customers of a project, of which nothing is left, also if we were never told of them', async () => {
    const project = await shop.openProject(settings)
    const user = await project.signUp()
    const told = await subscribeAndPay(project, 'custom', 'machine 1')
    const { subscription: unreported, pay } = await subscribe(project, 'user', user.user_id)
    pay()
    const { subscription: begun } = await subscribe(project, 'custom', 'machine 2')
    const foreign = { ...structuredClone(told), id: 'sub_of_the_owner', metadata: { offerId: 'shirt' } }
    stateOf(project).subscriptions.set(foreign.id, foreign)
    await deleteProject(project)
    await removeProject(shop.server.platform.db, project.id)
    await workOff(project)
    expect([told, unreported, begun].map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled'])
    expect(foreign.status).toBe('active')
  })

  test('the customers of a project with more of them than the provider lists at once', async () => {
    const project = await shop.openProject(settings)
    const first = await subscribeAndPay(project, 'custom', 'machine')
    const { subscriptions } = stateOf(project)
    for (let i = 0; i < 110; i++) subscriptions.set(`sub_${i}`, { ...structuredClone(first), id: `sub_${i}` })
    await deleteProject(project)
    await workOff(project)
    expect(new Set([...subscriptions.values()].map(({ status }) => status))).toEqual(new Set(['canceled']))
  })
})

describe('late events', () => {
  test('a payment of which we hear after its customer was deleted is not repeated', async () => {
    const project = await shop.openProject(settings)
    const user = await project.signUp()
    const { subscription, pay } = await subscribe(project, 'user', user.user_id)
    await deleteUser(project, user.user_id)
    expect(await takeEnds(project)).toEqual([])
    pay()
    await shop.deliverAll()
    await workOff(project)
    expect(subscription.status).toBe('canceled')
  })

  test('a purchase that is begun while its project is deleted leads nowhere', async () => {
    const project = await shop.openProject(settings)
    const full_code = await createPurchaseLink(project, 'machine', 'machine', { customerType: 'custom' })
    shop.stripe.beforeResponse = async ({ call }) => {
      if (call !== 'POST /v1/subscriptions') return
      shop.stripe.beforeResponse = undefined
      await deleteProject(project)
      await takeEnds(project)
    }
    const body = { full_code, price_id: 'monthly' }
    const response = await project.send('POST /payments/purchases/purchase-session', { body })
    expect(response).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    await workOff(project)
    expect([...stateOf(project).subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
  })
})

describe('the job', () => {
  test('is retried until the provider responds, and ends nothing twice', async () => {
    const project = await shop.openProject(settings)
    const user = await project.signUp()
    const subscriptions = [await subscribeAndPay(project, 'user', user.user_id)]
    subscriptions.push(await subscribeAndPay(project, 'user', user.user_id))
    shop.stripe.cancel(subscriptions[0]!.id)
    await deleteUser(project, user.user_id)
    const [job, ...others] = await takeEnds(project)
    expect(others).toEqual([])
    expect(queues['end-subscriptions'].retries.length).toBeGreaterThan(20)
    shop.stripe.failWith = 500
    await expect(work(job!)).rejects.toThrow()
    shop.stripe.failWith = undefined
    for (let i = 0; i < 2; i++) await work(job!)
    expect(subscriptions.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  })

  test('is not there without a subscription, nor without keys of the provider', async () => {
    const project = await shop.openProject(settings)
    const [user, subscriber] = [await project.signUp(), await project.signUp()]
    await subscribeAndPay(project, 'user', subscriber.user_id)
    await deleteUser(project, user.user_id)
    const keyless = projectWithKeys(await testServer(), project.id, project.keys)
    await keyless.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: subscriber.user_id } })
    await keyless.call('DELETE /internal/projects/current', { as: 'admin' })
    expect(await takeEnds(project)).toEqual([])
  })
})
