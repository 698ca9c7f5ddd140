import type Stripe from 'stripe'
import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import type { Subscription } from '../payments/holdings.ts'
import { hashToken } from '../secrets.ts'
import { askStripe, isStripeMissing } from '../stripe/client.ts'
import { getStripeCustomerId, toCustomerMetadata } from '../stripe/customers.ts'
import { toOfferMetadata } from '../stripe/offer-metadata.ts'
import { minCents, toCents } from './amount.ts'
import type { Order } from './check.ts'
import type { FoundPurchase } from './code.ts'
import { cancelSubscription } from './queries.ts'

/** What is asked of the provider, told apart from everything that came before it. */
interface Payment {
  ctx: Context
  stripe: Stripe
  customerId: string
  found: FoundPurchase
  order: Order
  cents: number
  options: { stripeAccount: string }
  /** The same step of the same purchase is done once, however often it is asked for. */
  keyOf(step: string): string
}

/** Throws what would stop the payment, before anything is used up. */
export function checkChargeable({ price, quantity }: Order): void {
  if (price.USD === undefined)
    throw new PlainError(400, 'This price has no amount in US dollars, which is all we charge.')
  if (toCents(price.USD) * BigInt(quantity) < minCents)
    throw new PlainError(400, 'This price is too low for a card payment.')
  if (price.interval && price.interval[0] < 1)
    throw new PlainError(400, 'This price has no time until the next payment.')
}

/** Begins the payment at the provider. What comes back is the secret that the card form confirms it with. */
export async function startPayment(found: FoundPurchase, order: Order, accountId: string): Promise<string> {
  const { ctx, purchase, customer, code } = found
  return askStripe(ctx, async (stripe) => {
    const customerId = purchase.stripe_customer_id ?? (await getStripeCustomerId(ctx, stripe, accountId, customer))
    const purpose = hashToken(`${code} ${order.priceId} ${order.quantity}`).toString('hex')
    const cents = Number(toCents(order.price.USD!))
    const options = { stripeAccount: accountId }
    const keyOf = (step: string) => `${step} ${purpose}`
    const payment: Payment = { ctx, stripe, customerId, found, order, cents, options, keyOf }
    const { conflict } = order
    if (order.price.interval && conflict?.stripe_subscription_id) return changePlan(payment, conflict)
    const secret = await (order.price.interval ? startSubscription(payment) : startOneTime(payment))
    if (conflict) await endConflict(payment, conflict)
    return secret
  })
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

/** The subscription goes on at the new price; what is left of the paid time counts towards it. */
async function changePlan(payment: Payment, conflict: Subscription): Promise<string> {
  const { stripe, options, keyOf } = payment
  const current = await stripe.subscriptions.retrieve(conflict.stripe_subscription_id!, {}, options)
  const [line] = current.items.data
  const updated = await stripe.subscriptions.update(
    current.id,
    {
      items: [{ ...(line ? { id: line.id } : {}), ...(await describeLine(payment)) }],
      metadata: describeOffer(payment, current.metadata),
      cancel_at_period_end: false,
      proration_behavior: 'always_invoice',
      ...incompletePayment,
    },
    { ...options, idempotencyKey: keyOf('change') },
  )
  return secretOf(updated)
}

const incompletePayment = {
  payment_behavior: 'default_incomplete' as const,
  payment_settings: { save_default_payment_method: 'on_subscription' as const },
  expand: ['latest_invoice.confirmation_secret'],
}

const maxNameLength = 250

async function describeLine({ stripe, order, cents, found, options, keyOf }: Payment) {
  const { displayName } = found.purchase.offer
  const product = await stripe.products.create(
    { name: displayName.slice(0, maxNameLength) || 'Subscription' },
    { ...options, idempotencyKey: keyOf('product') },
  )
  const [count, unit] = order.price.interval!
  const recurring = { interval: unit, interval_count: count }
  const price_data = { currency: 'usd', product: product.id, unit_amount: cents, recurring }
  return { price_data, quantity: order.quantity }
}

function describeOffer({ found, order }: Payment, earlier?: Stripe.Metadata): Record<string, string> {
  const { offer, offer_id: offerId } = found.purchase
  return toOfferMetadata({ offerId, priceId: order.priceId, offer }, earlier)
}

/** Empty when there is nothing to pay now. */
function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string {
  return (typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret) || ''
}

/** It has made room for what is bought instead. */
async function endConflict({ ctx, stripe, options }: Payment, conflict: Subscription): Promise<void> {
  if (conflict.stripe_subscription_id) await endAtStripe(stripe, conflict.stripe_subscription_id, options)
  else await cancelSubscription(ctx.db, ctx.project.id, conflict.id, ctx.now())
}

/** One that is not there any more has ended before. */
export async function endAtStripe(stripe: Stripe, id: string, options: { stripeAccount: string }): Promise<void> {
  await stripe.subscriptions.cancel(id, {}, options).catch((error: unknown) => {
    if (!isStripeMissing(error)) throw error
  })
}
