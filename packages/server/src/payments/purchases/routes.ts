import { KnownError, type purchaseRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { purchaseUrl } from '../../platform/dashboard-url.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertNotForTesting } from '../../projects/environment.ts'
import { giveCodeBack } from '../../records/verification-codes/queries.ts'
import { type Catalog, findItem, type Offer } from '../catalog.ts'
import { findHoldings, listConflicts, subscribesTo } from '../holdings.ts'
import { assertStripe } from '../stripe/client.ts'
import { enqueueEnd } from '../stripe/end-subscriptions.ts'
import { findProjectByStripeAccount } from '../stripe/queries.ts'
import { cancelForOwner } from './cancel.ts'
import { checkPurchase, listPrices, type Order } from './check.ts'
import { type FoundPurchase, findPurchase, takePurchaseCode } from './code.ts'
import { createPurchaseCode, paymentsAreNotSetUp } from './create-url.ts'
import { changesPlan, checkChargeable, startPayment } from './payment.ts'
import { refundPurchase } from './refund.ts'
import { buyInTestMode } from './test-mode.ts'
import { listTransactionPage } from './transactions.ts'

export const purchaseHandlers: Handlers<typeof purchaseRoutes> = {
  'POST /payments/purchases/create-purchase-url': async ({ ctx, body }) => {
    return { url: purchaseUrl(ctx.platform.config, await createPurchaseCode(ctx, body)) }
  },

  'POST /payments/purchases/validate-code': async ({ ctx: openCtx, body }) => {
    const { ctx, purchase, customer } = await findPurchase(openCtx, body.full_code)
    const { offer, offer_id: offerId } = purchase
    const catalog = ctx.project.config.payments
    const holdings = await findHoldings(ctx.db, ctx.project.id, catalog, customer, ctx.now())
    const prices = listPrices(purchase)
    const isRepeating = Object.values(prices).some((price) => price.interval)
    const conflicts = offerId !== null && isRepeating ? listConflicts(holdings, catalog, { offerId, offer }) : []
    return {
      offer: {
        display_name: offer.displayName,
        customer_type: offer.customerType,
        stackable: offer.stackable ?? false,
        prices: Object.fromEntries(Object.entries(prices).map(([id, price]) => [id, toPriceBody(price)])),
        included_items: listIncluded(offer, catalog),
      },
      stripe_account_id: purchase.stripe_account_id ?? '',
      project_id: ctx.project.id,
      return_url: purchase.return_url ?? null,
      already_bought_non_stackable: offerId !== null && !offer.stackable && subscribesTo(holdings, offerId),
      conflicting_group_offers: conflicts.map((held) => ({
        offer_id: held.offer_id!,
        display_name: held.offer.displayName,
      })),
    }
  },

  'POST /payments/purchases/purchase-session': async ({ ctx: openCtx, body }) => {
    const found = await findPurchase(openCtx, body.full_code)
    const order = await checkPurchase(openCtx.db, found, body)
    checkChargeable(order)
    return { client_secret: await payOnce(found, order) }
  },

  'POST /internal/payments/test-mode-purchase-session': async ({ ctx, body }) => {
    await buyInTestMode(ctx, body.full_code, body)
    return { success: true }
  },

  'POST /internal/payments/subscriptions/{subscription_id}/cancel': async ({ ctx, params, body }) => {
    await cancelForOwner(ctx, params.subscription_id, body.when)
    return { success: true }
  },

  'POST /internal/payments/purchases/{purchase_id}/refund': async ({ ctx, params }) => {
    await refundPurchase(ctx, params.purchase_id)
    return { success: true }
  },

  'GET /internal/payments/transactions': async ({ ctx, query }) => listTransactionPage(ctx, query),
}

/** The link is consumed before the provider is called, so that two concurrent requests cannot both pay with it. */
async function payOnce(found: FoundPurchase, order: Order): Promise<string> {
  const { ctx, code, purchase } = found
  assertStripe(ctx)
  assertNotForTesting(ctx.project, 'Cards are charged in production only.')
  const accountId = purchase.stripe_account_id ?? ctx.project.stripe_account_id
  if (!accountId) throw paymentsAreNotSetUp()
  // Plan changes need no card, so knowing a customer's id must not be enough to change their plan.
  if (changesPlan(order) && purchase.origin === 'anybody') {
    throw new PlainError(403, 'To change a plan, please sign in and open the purchase page from the app again.')
  }
  const usedAt = ctx.now()
  await takePurchaseCode(ctx.db, ctx, code, usedAt)
  try {
    const secret = await startPayment(found, order, accountId)
    await checkSellerIsThere(ctx, accountId)
    return secret
  } catch (error) {
    await giveCodeBack(ctx.db, ctx.project.id, 'purchase', code, usedAt)
    throw error
  }
}

/** A customer who was deleted meanwhile may have had all subscriptions ended before this one was started. */
async function checkSellerIsThere(ctx: Context, accountId: string): Promise<void> {
  if (await findProjectByStripeAccount(ctx.db, accountId)) return
  await enqueueEnd(ctx.db, accountId, null)
  throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
}

function listIncluded({ includedItems }: Offer, catalog: Catalog) {
  return Object.entries(includedItems).flatMap(([id, { quantity, repeat, expires }]) => {
    const item = findItem(catalog, id)
    return item ? [{ id, display_name: item.displayName, quantity, repeat, expires }] : []
  })
}

function toPriceBody({ serverOnly: _, freeTrial, ...price }: Order['price']) {
  return { ...price, ...(freeTrial ? { free_trial: freeTrial } : {}) }
}
