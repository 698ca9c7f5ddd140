import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { type AuditEntry, recordAudit } from '../../records/audit/record.ts'
import { deleteCheckpoints, lockAccount } from '../ledger-queries.ts'
import { askStripe, isStripeRefunded } from '../stripe/client.ts'
import { paymentsAreNotSetUp } from './create-url.ts'
import { nameOfOffer, toAuditTarget } from './purchase-audit.ts'
import { findOneTimePurchase, markRefunded, type StoredPurchase } from './queries.ts'

/**
 * Returns the whole payment and takes back what was bought. Stripe is asked first, outside of any transaction, and
 * returns a payment only once: if the server stops in between, refunding again completes it.
 */
export async function refundPurchase(ctx: Context, id: string): Promise<void> {
  const purchase = await findOneTimePurchase(ctx.db, ctx.project.id, { id })
  if (!purchase) throw new PlainError(404, 'There is no one-time purchase with this ID.')
  if (purchase.refunded_at) return
  const { stripe_payment_intent_id: payment_intent } = purchase
  const { stripe_account_id: stripeAccount } = ctx.project
  if (payment_intent !== null) {
    if (!stripeAccount) throw paymentsAreNotSetUp()
    const options = { stripeAccount, idempotencyKey: `refund ${ctx.project.id} ${id}` }
    await askStripe(ctx, (stripe) => stripe.refunds.create({ payment_intent }, options).catch(unlessRefunded))
  }
  await inTransaction(ctx.db, async (trx) => {
    const isNew = await takeBack(trx, ctx.project.id, purchase, ctx.now())
    if (isNew) await recordAudit(trx, ctx, describeRefund(purchase))
  })
}

function unlessRefunded(error: unknown): void {
  if (!isStripeRefunded(error)) throw error
}

/** False if it was refunded before. Must be called in a transaction. */
async function takeBack(trx: Db, projectId: string, purchase: StoredPurchase, now: Date): Promise<boolean> {
  const customer = { type: purchase.customer_type, id: purchase.customer_id }
  await lockAccount(trx, projectId, customer, now)
  await deleteCheckpoints(trx, projectId, customer, purchase.created_at)
  return markRefunded(trx, projectId, purchase.id, now)
}

function describeRefund(purchase: StoredPurchase): AuditEntry {
  const { customer_type, customer_id, offer_id, offer, quantity, is_test_mode } = purchase
  const details = { offer_id, offer_name: nameOfOffer(offer), quantity, test_mode: is_test_mode }
  return { action: 'purchase.refunded', target: toAuditTarget(customer_type, customer_id), details }
}
