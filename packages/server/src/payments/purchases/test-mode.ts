import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { addIntervals } from '../interval.ts'
import { askStripe } from '../stripe/client.ts'
import { checkPurchase, type Order } from './check.ts'
import { type FoundPurchase, findPurchaseOf, parseFullCode, takePurchaseCode } from './code.ts'
import { announcePurchase, describePurchase } from './purchase-audit.ts'
import { insertOneTimePurchase, insertSubscription, lockPurchasesOf } from './queries.ts'
import { endReplaced, endReplacedAtStripe, listReplaced } from './replaced.ts'

type Choice = { price_id: string; quantity?: number | undefined }

/** The customer gets everything immediately, without a payment. */
export async function buyInTestMode(ctx: Context, fullCode: string, choice: Choice): Promise<void> {
  const { tenancyId, code } = parseFullCode(fullCode)
  if (tenancyId !== ctx.project.tenancy_id) throw new PlainError(400, 'This purchase link belongs to another project.')
  if (ctx.project.is_production_mode) {
    throw new PlainError(400, 'Test purchases are not available in production mode.')
  }
  const found = await findPurchaseOf(ctx, code)
  await checkPurchase(ctx.db, found, choice)
  await endPaidPlans(found)
  await inTransaction(ctx.db, async (trx) => {
    await lockPurchasesOf(trx, ctx.project.id, found.customer)
    const order = await checkPurchase(trx, found, choice)
    await takePurchaseCode(trx, ctx, code, ctx.now())
    await insertTestPurchase(trx, found, order)
  })
}

/** Calls the provider before anything is locked here. */
async function endPaidPlans({ ctx, customer, purchase }: FoundPurchase): Promise<void> {
  const { stripe_account_id: stripeAccount, id, config } = ctx.project
  const bought = { customer, offerId: purchase.offer_id, offer: purchase.offer }
  const replaced = await listReplaced(ctx.db, id, config.payments, bought, ctx.now())
  if (!stripeAccount || !replaced.some(({ stripe_subscription_id }) => stripe_subscription_id)) return
  await askStripe(ctx, (stripe) => endReplacedAtStripe(stripe, replaced, { stripeAccount }))
}

async function insertTestPurchase(
  trx: Db,
  { ctx, purchase, customer }: FoundPurchase,
  { priceId, price, quantity }: Order,
): Promise<void> {
  const now = ctx.now()
  const row = {
    customer_type: customer.type,
    customer_id: customer.id,
    offer_id: purchase.offer_id,
    price_id: priceId,
    offer: purchase.offer,
    quantity,
    is_test_mode: true,
    created_at: now,
  }
  const { id: projectId } = ctx.project
  const bought = { customer, offerId: purchase.offer_id, offer: purchase.offer }
  await endReplaced(trx, projectId, await listReplaced(trx, projectId, ctx.project.config.payments, bought, now), now)
  await recordAudit(trx, ctx, describePurchase(row))
  await announcePurchase(trx, projectId, price.interval ? { ...row, status: 'active' } : row, now)
  if (!price.interval) {
    await insertOneTimePurchase(trx, projectId, { ...row, stripe_payment_intent_id: null })
    return
  }
  const end = new Date(addIntervals(now.getTime(), price.interval, 1))
  if (Number.isNaN(end.getTime())) throw new PlainError(400, 'The billing interval of this price is too long.')
  const times = { period_start: now, period_end: end }
  await insertSubscription(trx, projectId, { ...row, ...times, status: 'active', stripe_subscription_id: null })
}
