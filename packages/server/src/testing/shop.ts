import type { CustomerType } from '@latchkey/contract'
import { sql } from 'kysely'
import type { IncludedItem } from '../payments/catalog.ts'
import { deleteCheckpoints, lockAccount } from '../payments/ledger-queries.ts'
import { insertOneTimePurchase } from '../payments/purchases/queries.ts'
import type { SubscriptionStatus } from '../payments/queries.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Override } from '../projects/project-config/override.ts'
import { createTestProject, type TestProject } from './project.ts'
import type { TestServer } from './server.ts'

export interface TestSubscription {
  /** Null for an inline offer; `items` is then what it includes. */
  offerId?: string | null
  items?: Record<string, IncludedItem>
  quantity?: number
  status?: SubscriptionStatus
  createdAt?: Date
  from: Date
  until: Date
}

/** A project that sells to custom customers, and one of them. For card payments use `openCardShop`. */
export async function createShop(
  server: TestServer,
  settings: Override,
  type: CustomerType = 'custom',
  id = 'customer',
) {
  return openCustomer(await createTestProject(server, settings), type, id)
}

/** A customer. What they get without paying is written like a purchase. */
export function openCustomer<P extends TestProject>(project: P, type: CustomerType, id: string) {
  const { db, now } = project.server.platform
  const row = { project_id: project.id, customer_type: type, customer_id: id, price_id: null, is_test_mode: true }
  const itemPath = { customer_type: type, customer_id: id }

  return {
    project,
    customer: { type, id },
    async read(item_id = 'credits') {
      const params = { ...itemPath, item_id }
      return (await project.call('GET /payments/items/{customer_type}/{customer_id}/{item_id}', { params })).quantity
    },
    async transactions() {
      const query = { limit: '200' }
      const { transactions } = await project.call('GET /internal/payments/transactions', { as: 'admin', query })
      return transactions.filter(({ customer_id }) => customer_id === id)
    },
    change(delta: number, expiresAt?: Date, allow_negative: 'true' | 'false' = 'true', item_id = 'credits') {
      return project.call('POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity', {
        as: 'server',
        params: { ...itemPath, item_id },
        query: { allow_negative },
        body: { delta, ...(expiresAt ? { expires_at: expiresAt.toISOString() } : {}) },
      })
    },
    /** As if they had been made one after the other. */
    async changeOften(changes: { delta: number; at: Date; expiresAt: Date | null }[], item_id = 'credits') {
      const rows = changes.map(({ delta, at, expiresAt }) => ({
        project_id: project.id,
        id: crypto.randomUUID(),
        customer_type: type,
        customer_id: id,
        item_id,
        delta,
        created_at: at,
        expires_at: expiresAt,
        description: null,
      }))
      await inTransaction(db, async (trx) => {
        await lockAccount(trx, project.id, { type, id }, now())
        const earliest = Math.min(...changes.map(({ at, expiresAt }) => Math.min(+at, +(expiresAt ?? at))))
        await deleteCheckpoints(trx, project.id, { type, id }, new Date(earliest))
        await trx.insertInto('item_changes').values(rows).execute()
      })
    },
    async subscribe(subscription: TestSubscription) {
      return (await this.subscribeOften(subscription, 1))[0]!
    },
    async subscribeOften(
      { offerId = null, items = {}, quantity = 1, status = 'active', ...times }: TestSubscription,
      count: number,
    ) {
      const rows = Array.from({ length: count }, () => ({
        ...row,
        // As a paid subscription, which does not end before the provider says so.
        is_test_mode: false,
        id: crypto.randomUUID(),
        offer_id: offerId,
        offer: JSON.stringify({ displayName: 'Plan', customerType: type, prices: {}, includedItems: items }),
        quantity,
        status,
        period_start: times.from,
        period_end: times.until,
        stripe_subscription_id: null,
        created_at: times.createdAt ?? times.from,
      }))
      await db.insertInto('subscriptions').values(rows).execute()
      return rows.map(({ id }) => id)
    },
    /** Changes the plan, as when the payment provider reports it. */
    async switchPlan(subscriptionId: string, change: { offerId?: string | null; quantity?: number }) {
      const { offerId, quantity } = change
      await db
        .updateTable('subscriptions')
        .set({
          ...(offerId === undefined ? {} : { offer_id: offerId }),
          ...(quantity === undefined ? {} : { quantity }),
          held_since: sql`greatest(held_since, created_at, ${now()})`,
        })
        .where('project_id', '=', project.id)
        .where('id', '=', subscriptionId)
        .execute()
    },
    async moveSubscription(
      subscriptionId: string,
      { from, until, status }: Pick<Required<TestSubscription>, 'from' | 'until' | 'status'>,
    ) {
      await db
        .updateTable('subscriptions')
        .set({ period_start: from, period_end: until, status })
        .where('project_id', '=', project.id)
        .where('id', '=', subscriptionId)
        .execute()
    },
    async buyOnce(items: Record<string, { quantity: number }>, quantity = 1, count = 1) {
      const bought = Array.from({ length: count }, () => ({
        ...row,
        offer_id: null,
        offer: { displayName: 'Pack', customerType: type, prices: {}, includedItems: items },
        quantity,
        stripe_payment_intent_id: null,
        created_at: now(),
      }))
      await inTransaction(db, async (trx) => {
        for (const purchase of bought) await insertOneTimePurchase(trx, project.id, purchase)
      })
    },
  }
}

export type TestShop = Awaited<ReturnType<typeof createShop>>

/** The code of a purchase link for the offer. */
export async function createPurchaseLink(
  project: TestProject,
  customerId: string,
  offerId: string,
  options: {
    customerType?: 'user' | 'team' | 'custom'
    as?: 'client' | 'server'
    user?: { access_token: string }
  } = {},
): Promise<string> {
  const { url } = await project.call('POST /payments/purchases/create-purchase-url', {
    as: options.as ?? 'server',
    user: options.user,
    body: { customer_type: options.customerType ?? 'user', customer_id: customerId, offer_id: offerId },
  })
  return url.split('/').at(-1)!
}
