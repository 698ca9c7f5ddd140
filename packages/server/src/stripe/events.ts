import type Stripe from 'stripe'
import { recordOwnDeed } from '../audit/record.ts'
import { inTransaction } from '../db/database.ts'
import type { RequestContext } from '../http/context.ts'
import { findOffer, type Offer } from '../payments/catalog.ts'
import { isExistingCustomer } from '../payments/customers.ts'
import { describePurchase } from '../purchases/purchase-audit.ts'
import { insertOneTimePurchase } from '../purchases/queries.ts'
import { assertStripe } from './client.ts'
import { readCustomerMetadata } from './customers.ts'
import { readOfferMetadata } from './offer-metadata.ts'
import { findProjectByStripeAccount } from './queries.ts'
import { syncStripeCustomer } from './sync.ts'

/** What may change what a customer has. Everything else is only acknowledged. */
const syncingEvents = new Set([
  'checkout.session.completed',
  ...['created', 'updated', 'deleted', 'paused', 'resumed', 'trial_will_end'].map(
    (what) => `customer.subscription.${what}`,
  ),
  ...['pending_update_applied', 'pending_update_expired'].map((what) => `customer.subscription.${what}`),
  ...['paid', 'payment_failed', 'payment_action_required', 'upcoming'].map((what) => `invoice.${what}`),
  ...['marked_uncollectible', 'payment_succeeded'].map((what) => `invoice.${what}`),
  ...['succeeded', 'payment_failed', 'canceled'].map((what) => `payment_intent.${what}`),
])

/** Whatever goes wrong is thrown: the provider then sends the event again. */
export async function applyEvent(ctx: RequestContext, event: Stripe.Event): Promise<void> {
  const { account: accountId } = event
  if (!accountId || !syncingEvents.has(event.type)) return
  const project = await findProjectByStripeAccount(ctx.db, accountId)
  if (!project) return
  if (event.type === 'payment_intent.succeeded') await recordOneTimePurchase(ctx, project, event.data.object)
  const stripeCustomerId = customerOf(event.data.object)
  if (!stripeCustomerId) return
  const stripe = await assertStripe(ctx)()
  await syncStripeCustomer(ctx, stripe, { projectId: project.id, accountId, stripeCustomerId })
}

function customerOf(object: object): string | undefined {
  const { customer } = object as { customer?: unknown }
  return typeof customer === 'string' ? customer : undefined
}

/** Once for each payment, however often it is told. */
async function recordOneTimePurchase(
  ctx: RequestContext,
  project: { id: string; tenancy_id: string },
  { id, metadata }: Stripe.PaymentIntent,
): Promise<void> {
  if (metadata.purchaseKind !== 'ONE_TIME') return
  const customer = readCustomerMetadata(metadata)
  if (!customer || (metadata.tenancyId && metadata.tenancyId !== project.tenancy_id)) return
  const offerId = metadata.offerId || null
  const offer = readOfferMetadata(metadata)?.offer ?? (await findConfiguredOffer(ctx, project.id, offerId))
  if (!offer) throw new Error(`The payment ${id} does not tell what it is for.`)
  const row = {
    customer_type: customer.type,
    customer_id: customer.id,
    offer_id: offerId,
    price_id: metadata.priceId || null,
    offer,
    quantity: Math.max(1, Number.parseInt(metadata.purchaseQuantity ?? '', 10) || 1),
    is_test_mode: false,
    created_at: ctx.now(),
    stripe_payment_intent_id: id,
  }
  await inTransaction(ctx.db, async (trx) => {
    if (!(await isExistingCustomer(trx, project.id, customer))) return
    const isNew = (await insertOneTimePurchase(trx, project.id, row)) !== undefined
    if (isNew) await recordOwnDeed(trx, project.id, describePurchase(row), ctx.now())
  })
}

async function findConfiguredOffer(
  ctx: RequestContext,
  projectId: string,
  offerId: string | null,
): Promise<Offer | undefined> {
  const project = offerId === null ? undefined : await ctx.services.projects.find(projectId)
  return project && findOffer(project.config.payments, offerId!)
}
