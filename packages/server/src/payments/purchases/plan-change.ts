import type Stripe from 'stripe'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { Subscription } from '../holdings.ts'
import { isStripeEnded, unlessMissing } from '../stripe/client.ts'
import { claimPlanChange, releasePlanChange } from './queries.ts'
import { describeLine, describeOffer, incompletePayment, type Payment, secretOf } from './terms.ts'

/**
 * Continues the subscription at the new price, prorated for the remaining paid time. One change at a time, because the
 * provider charges the difference to its current state: repeating the same change would cost nothing. Undefined if the
 * subscription has ended at the provider or was created with other keys, so there is nothing to change.
 */
export async function changePlan(payment: Payment, { id, ...conflict }: Subscription): Promise<string | undefined> {
  const { db, project } = payment.ctx
  const claim = await claimPlanChange(db, project.id, id)
  if (!claim) {
    throw new PlainError(400, 'This plan is already being changed. Please try again in a minute.')
  }
  try {
    return await changeClaimedPlan(payment, conflict.stripe_subscription_id!)
  } finally {
    await releasePlanChange(db, project.id, id, claim)
  }
}

async function changeClaimedPlan(payment: Payment, id: string): Promise<string | undefined> {
  const { stripe, options } = payment
  const { expand } = incompletePayment
  const current = await unlessMissing(stripe.subscriptions.retrieve(id, { expand }, options))
  if (!current || isStripeEnded(current)) return undefined
  const unpaid = await listUnpaidChanges(payment, id)
  const pending = unpaid.find((invoice) => invoice.id === invoiceIdOf(current))
  const changed = isAskedFor(payment, current) ? current : await applyChange(payment, current, pending)
  // A superseded change must no longer be payable.
  for (const invoice of unpaid) {
    if (invoice.id !== invoiceIdOf(changed)) await stripe.invoices.voidInvoice(invoice.id, {}, options)
  }
  return isOpen(changed) ? secretOf(changed) : ''
}

/**
 * A change that was started and never paid is the provider's current state, so its price is added to the difference.
 */
async function applyChange(
  payment: Payment,
  current: Stripe.Subscription,
  pending: Stripe.Invoice | undefined,
): Promise<Stripe.Subscription> {
  const { stripe, options, keyOf } = payment
  const [line] = current.items.data
  const next = await describeLine(payment)
  const { product, currency } = next.price_data
  const owed = pending && { price_data: { product, currency, unit_amount: pending.amount_remaining } }
  return stripe.subscriptions.update(
    current.id,
    {
      items: [{ ...(line ? { id: line.id } : {}), ...next }],
      ...(owed ? { add_invoice_items: [owed] } : {}),
      metadata: describeOffer(payment, current.metadata),
      cancel_at_period_end: false,
      proration_behavior: 'always_invoice',
      ...incompletePayment,
    },
    { ...options, idempotencyKey: keyOf(`change ${invoiceIdOf(current)}`) },
  )
}

async function listUnpaidChanges({ stripe, options }: Payment, subscription: string): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 }, options)
  return data.filter(({ billing_reason }) => billing_reason === 'subscription_update')
}

/** Whether the provider already has exactly this plan, paid or not. */
function isAskedFor({ found, order, cents }: Payment, current: Stripe.Subscription): boolean {
  const { metadata, items, cancel_at_period_end } = current
  const [line] = items.data
  if (!line || cancel_at_period_end) return false
  const { unit_amount, recurring } = line.price
  const [count, unit] = order.price.interval!
  return (
    metadata.offerId === (found.purchase.offer_id ?? '') &&
    metadata.priceId === order.priceId &&
    line.quantity === order.quantity &&
    unit_amount === cents &&
    recurring?.interval === unit &&
    recurring.interval_count === count
  )
}

function invoiceIdOf({ latest_invoice: invoice }: Stripe.Subscription): string | undefined {
  return typeof invoice === 'string' ? invoice : invoice?.id
}

function isOpen({ latest_invoice: invoice }: Stripe.Subscription): boolean {
  return typeof invoice === 'object' && invoice?.status === 'open'
}
