import type Stripe from 'stripe'
import type { RequestContext } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { projectCache } from '../../projects/cache.ts'
import { recordSystemAudit } from '../../records/audit/record.ts'
import { TraceNotes } from '../../records/traces/notes.ts'
import { traces } from '../../records/traces/traces.ts'
import { findOffer } from '../catalog.ts'
import { type Customer, isExistingCustomer, isPossibleCustomer } from '../customers.ts'
import { assertStripe, type DeclineCodes, readDeclineCode } from '../stripe/client.ts'
import { readCustomerMetadata } from '../stripe/customers.ts'
import { readOfferMetadata } from '../stripe/offer-metadata.ts'
import { findProjectByStripeAccount } from '../stripe/queries.ts'
import { announcePurchase, describePurchase } from './purchase-audit.ts'
import { findOneTimePurchase, insertOneTimePurchase } from './queries.ts'
import { endReplaced, endReplacedAtStripe, listReplaced } from './replaced.ts'
import { syncStripeCustomer } from './stripe-sync.ts'

/** Events that may change what a customer has. All others are only acknowledged. */
const syncingEvents = new Set([
  'checkout.session.completed',
  ...['created', 'updated', 'deleted', 'paused', 'resumed', 'trial_will_end'].map(
    (what) => `customer.subscription.${what}`,
  ),
  ...['pending_update_applied', 'pending_update_expired'].map((what) => `customer.subscription.${what}`),
  ...['paid', 'payment_failed', 'payment_action_required', 'upcoming'].map((what) => `invoice.${what}`),
  ...['marked_uncollectible', 'payment_succeeded'].map((what) => `invoice.${what}`),
  ...['succeeded', 'payment_failed', 'canceled'].map((what) => `payment_intent.${what}`),
  // The card for the time after a free trial.
  'setup_intent.setup_failed',
])

/** Throws on any failure, so that Stripe sends the event again. */
export async function applyEvent(ctx: RequestContext, event: Stripe.Event): Promise<void> {
  const { account: accountId } = event
  if (!accountId || !syncingEvents.has(event.type)) return
  const project = await findProjectByStripeAccount(ctx.db, accountId)
  if (!project) return
  const stripe = await assertStripe(ctx)()
  if (event.type === 'payment_intent.succeeded') {
    await recordOneTimePurchase(ctx, stripe, { ...project, accountId }, event.data.object)
  }
  const stripeCustomerId = customerOf(event.data.object)
  if (!stripeCustomerId) return
  const customer = await syncStripeCustomer(ctx, stripe, { projectId: project.id, accountId, stripeCustomerId })
  if (customer) traceDecline(ctx, { projectId: project.id, customer, event })
}

/** Cards are declined in the browser or at a renewal, so only the event tells it. */
function traceDecline(
  { platform }: RequestContext,
  { projectId, customer, event }: { projectId: string; customer: Customer; event: Stripe.Event },
): void {
  const failed = findDecline(event)
  if (!failed) return
  const notes = new TraceNotes()
  notes.projectId = projectId
  // What is in Stripe, others may have changed.
  notes.userId = customer.type === 'user' && isPossibleCustomer(customer) ? customer.id : undefined
  // Joins the attempts to pay the same.
  notes.challenge = failed.id
  notes.note({ step: 'card-declined', reason: readDeclineCode(failed.error) })
  traces(platform).record({ kind: 'purchase', code: 'CARD_DECLINED', notes, now: new Date(event.created * 1000) })
}

function findDecline(event: Stripe.Event): { id: string; error: DeclineCodes } | undefined {
  if (event.type === 'payment_intent.payment_failed') {
    const { id, last_payment_error: error } = event.data.object
    return error ? { id, error } : undefined
  }
  if (event.type !== 'setup_intent.setup_failed') return undefined
  const { id, last_setup_error: error } = event.data.object
  return error ? { id, error } : undefined
}

function customerOf(object: object): string | undefined {
  const { customer } = object as { customer?: unknown }
  return typeof customer === 'string' ? customer : undefined
}

/** Recorded once per payment, however often the event is sent. Plans of the same group end with it. */
async function recordOneTimePurchase(
  ctx: RequestContext,
  stripe: Stripe,
  project: { id: string; tenancy_id: string; accountId: string },
  { id, metadata }: Stripe.PaymentIntent,
): Promise<void> {
  if (metadata.purchaseKind !== 'ONE_TIME') return
  const customer = readCustomerMetadata(metadata)
  if (!customer || (metadata.tenancyId && metadata.tenancyId !== project.tenancy_id)) return
  const offerId = metadata.offerId || null
  const catalog = (await projectCache(ctx.platform).find(project.id))?.config.payments
  if (!catalog || (await findOneTimePurchase(ctx.db, project.id, { stripe_payment_intent_id: id }))) return
  const configured = offerId === null ? undefined : findOffer(catalog, offerId)
  const offer = readOfferMetadata(metadata)?.offer ?? configured
  if (!offer) throw new Error(`The payment ${id} has no purchase metadata.`)
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
  const replaced = await listReplaced(ctx.db, project.id, catalog, { customer, offerId, offer }, ctx.now())
  await endReplacedAtStripe(stripe, replaced, { stripeAccount: project.accountId })
  await inTransaction(ctx.db, async (trx) => {
    if (!(await isExistingCustomer(trx, project.id, customer))) return
    const isNew = (await insertOneTimePurchase(trx, project.id, row)) !== undefined
    if (!isNew) return
    await recordSystemAudit(trx, project.id, describePurchase(row), ctx.now())
    await announcePurchase(trx, project.id, row, ctx.now())
    await endReplaced(trx, project.id, replaced, ctx.now())
  })
}
