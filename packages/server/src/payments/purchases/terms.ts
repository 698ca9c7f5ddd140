import type Stripe from 'stripe'
import type { Context } from '../../http/context.ts'
import { toOfferMetadata } from '../stripe/offer-metadata.ts'
import type { Order } from './check.ts'
import type { FoundPurchase } from './code.ts'

/** A request to the provider, with a key that distinguishes it from earlier ones. */
export interface Payment {
  ctx: Context
  stripe: Stripe
  customerId: string
  found: FoundPurchase
  order: Order
  cents: number
  options: { stripeAccount: string }
  /** Idempotent: the same step of the same purchase is done once. */
  keyOf(step: string): string
}

/** Subscriptions and plan changes wait for the payment to be confirmed. */
export const incompletePayment = {
  payment_behavior: 'default_incomplete' as const,
  payment_settings: { save_default_payment_method: 'on_subscription' as const },
  expand: ['latest_invoice.confirmation_secret'],
}

const maxNameLength = 250

export async function describeLine({ stripe, order, cents, found, options, keyOf }: Payment) {
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

export function describeOffer({ found, order }: Payment, earlier?: Stripe.Metadata): Record<string, string> {
  const { offer, offer_id: offerId } = found.purchase
  return toOfferMetadata({ offerId, priceId: order.priceId, offer }, earlier)
}

/** Empty if nothing is due now. */
export function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string {
  return (typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret) || ''
}
