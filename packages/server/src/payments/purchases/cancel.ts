import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { askStripe, unlessMissing } from '../stripe/client.ts'
import { paymentsAreNotSetUp } from './create-url.ts'
import { nameOfOffer, recordSubscriptionChange, toAuditTarget } from './purchase-audit.ts'
import { cancelAtPeriodEnd, cancelSubscription, findSubscription, type StoredSubscription } from './queries.ts'
import { syncStripeCustomer } from './stripe-sync.ts'

type When = 'now' | 'period_end'

/** Succeeds if the subscription has ended already. */
export async function cancelForOwner(ctx: Context, id: string, when: When): Promise<void> {
  const subscription = await findSubscription(ctx.db, ctx.project.id, id)
  if (!subscription) throw new PlainError(404, 'There is no subscription with this ID.')
  if (subscription.status === 'canceled') return
  const { stripe_subscription_id: stripeId } = subscription
  if (stripeId !== null && (await cancelAtStripe(ctx, subscription, stripeId, when))) return
  // In test mode, or if Stripe does not know it, because it was created with other keys.
  await inTransaction(ctx.db, async (trx) => {
    if (!(await endHere(trx, ctx, subscription, when))) return
    await recordCancellation(trx, ctx, subscription, when)
  })
}

/** Stripe ends it and is then read, as if it had announced the change. False if it does not know the subscription. */
async function cancelAtStripe(
  ctx: Context,
  subscription: StoredSubscription,
  id: string,
  when: When,
): Promise<boolean> {
  const { stripe_account_id: accountId } = ctx.project
  if (!accountId) throw paymentsAreNotSetUp()
  const options = { stripeAccount: accountId }
  return askStripe(ctx, async (stripe) => {
    const canceling =
      when === 'now'
        ? stripe.subscriptions.cancel(id, {}, options)
        : stripe.subscriptions.update(id, { cancel_at_period_end: true }, options)
    const canceled = await unlessMissing(canceling)
    if (!canceled) return false
    await recordCancellation(ctx.db, ctx, subscription, when)
    const { customer } = canceled
    const stripeCustomerId = typeof customer === 'string' ? customer : customer.id
    await syncStripeCustomer(ctx, stripe, { projectId: ctx.project.id, accountId, stripeCustomerId })
    return true
  })
}

/** False if another request has already ended it. */
async function endHere(trx: Db, ctx: Context, subscription: StoredSubscription, when: When): Promise<boolean> {
  const { id, customer_type, customer_id, offer_id, offer, quantity } = subscription
  if (when === 'period_end') return cancelAtPeriodEnd(trx, ctx.project.id, id)
  if (!(await cancelSubscription(trx, ctx.project.id, id, ctx.now()))) return false
  const changed = { customer_type, customer_id, offer_id, offer, status: 'canceled', quantity }
  await recordSubscriptionChange(trx, ctx.project.id, changed, ctx.now())
  return true
}

async function recordCancellation(db: Db, ctx: Context, subscription: StoredSubscription, when: When): Promise<void> {
  const { customer_type, customer_id, offer_id, offer } = subscription
  const target = toAuditTarget(customer_type, customer_id)
  await recordAudit(db, ctx, {
    action: 'subscription.canceled',
    target,
    details: { offer_id, offer_name: nameOfOffer(offer), when },
  })
}
