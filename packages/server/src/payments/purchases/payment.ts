import { PlainError } from '../../platform/http/plain-error.ts'
import { hashToken } from '../../platform/secrets.ts'
import { askStripe } from '../stripe/client.ts'
import { getStripeCustomerId, toCustomerMetadata } from '../stripe/customers.ts'
import { toOfferMetadata } from '../stripe/offer-metadata.ts'
import { minCents, toCents } from './amount.ts'
import type { Order } from './check.ts'
import type { FoundPurchase } from './code.ts'
import { changePlan } from './plan-change.ts'
import { describeLine, describeOffer, incompletePayment, type Payment, secretOf } from './terms.ts'

/** Throws if the payment cannot succeed, before anything is consumed. */
export function checkChargeable({ price, quantity }: Order): void {
  if (price.USD === undefined)
    throw new PlainError(400, 'This price has no amount in US dollars, the only supported currency.')
  if (toCents(price.USD) * BigInt(quantity) < minCents)
    throw new PlainError(400, 'This price is too low for a card payment.')
  if (price.interval && price.interval[0] < 1) throw new PlainError(400, 'This price has no billing interval.')
}

/**
 * Starts the payment at the provider. Returns the secret that the card form uses to confirm it. The customer keeps
 * their current plan until this one is paid.
 */
export async function startPayment(found: FoundPurchase, order: Order, accountId: string): Promise<string> {
  const { ctx, purchase, customer, code } = found
  return askStripe(ctx, async (stripe) => {
    const customerId = purchase.stripe_customer_id ?? (await getStripeCustomerId(ctx, stripe, accountId, customer))
    const purpose = hashToken(`${code} ${order.priceId} ${order.quantity}`).toString('hex')
    const cents = Number(toCents(order.price.USD!))
    const options = { stripeAccount: accountId }
    const keyOf = (step: string) => `${step} ${purpose}`
    const payment: Payment = { ctx, stripe, customerId, found, order, cents, options, keyOf }
    const changed = changesPlan(order) ? await changePlan(payment, order.conflict!) : undefined
    return changed ?? (order.price.interval ? startSubscription(payment) : startOneTime(payment))
  })
}

/** A paid plan continues at another price. Other plans are replaced once the new one is paid. */
export function changesPlan({ price, conflict }: Order): boolean {
  return price.interval !== undefined && Boolean(conflict?.stripe_subscription_id)
}

async function startOneTime({
  stripe,
  found,
  order,
  cents,
  customerId,
  options,
  keyOf,
  ctx,
}: Payment): Promise<string> {
  const { purchase, customer } = found
  const { client_secret } = await stripe.paymentIntents.create(
    {
      amount: cents * order.quantity,
      currency: 'usd',
      customer: customerId,
      automatic_payment_methods: { enabled: true },
      metadata: {
        ...toOfferMetadata({ offerId: purchase.offer_id, priceId: order.priceId, offer: purchase.offer }),
        ...toCustomerMetadata(customer),
        purchaseQuantity: String(order.quantity),
        purchaseKind: 'ONE_TIME',
        tenancyId: ctx.project.tenancy_id,
      },
    },
    { ...options, idempotencyKey: keyOf('payment') },
  )
  return client_secret ?? ''
}

async function startSubscription(payment: Payment): Promise<string> {
  const { stripe, customerId, options, keyOf } = payment
  const subscription = await stripe.subscriptions.create(
    {
      customer: customerId,
      items: [await describeLine(payment)],
      metadata: describeOffer(payment),
      ...incompletePayment,
    },
    { ...options, idempotencyKey: keyOf('subscription') },
  )
  return secretOf(subscription)
}
