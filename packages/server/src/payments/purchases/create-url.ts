import { KnownError, type Routes } from '@latchkey/contract'
import { isTeamMember } from '../../accounts/users/membership-queries.ts'
import { findSignedInUser } from '../../accounts/users/signed-in.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { isForTesting } from '../../projects/environment.ts'
import { renderOffer } from '../../projects/project-config/render.ts'
import { assertTrustedUrl } from '../../projects/untrusted-redirect.ts'
import { findOffer, type Offer } from '../catalog.ts'
import { type Customer, isPossibleCustomer, toCustomer } from '../customers.ts'
import { askStripe, stripeClient } from '../stripe/client.ts'
import { getStripeCustomerId } from '../stripe/customers.ts'
import { insertPurchaseCode, type PurchaseOrigin } from './code.ts'

type UrlRequest = Routes['POST /payments/purchases/create-purchase-url']['request']['body']
type InlineOffer = NonNullable<UrlRequest['offer_inline']>

/** Creates the code of a purchase link after the checks, in the order of the wire. */
export async function createPurchaseCode(ctx: Context, body: UrlRequest): Promise<string> {
  checkPaymentsAreSetUp(ctx)
  const { offerId, offer } = chooseOffer(ctx, body)
  const customer = toCustomer(body.customer_type, body.customer_id)
  if (offer.customerType !== customer.type) {
    throw new KnownError('OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH', {
      offer_id: offerId,
      customer_id: body.customer_id,
      offer_customer_type: offer.customerType,
      actual_customer_type: customer.type,
    })
  }
  if (body.return_url !== undefined) assertTrustedUrl(ctx, body.return_url)
  const origin = await findOrigin(ctx, customer)
  const accountId = chargesCards(ctx) ? ctx.project.stripe_account_id : null
  const stripeCustomerId =
    accountId && (await askStripe(ctx, (stripe) => getStripeCustomerId(ctx, stripe, accountId, customer)))
  return insertPurchaseCode(ctx, {
    customer_type: customer.type,
    customer_id: customer.id,
    offer_id: offerId,
    offer,
    stripe_account_id: accountId,
    stripe_customer_id: stripeCustomerId,
    origin,
    return_url: body.return_url,
  })
}

const chargesCards = ({ platform, project }: Context) => stripeClient(platform) && !isForTesting(project)

/** Without Stripe keys, and in development and staging, a project can still try out purchases. */
function checkPaymentsAreSetUp(ctx: Context): void {
  const { project } = ctx
  if (chargesCards(ctx)) {
    if (project.stripe_account_id === null) throw paymentsAreNotSetUp()
  } else if (project.is_production_mode) {
    throw new PlainError(400, 'Payments are not set up on this server: STRIPE_SECRET_KEY is not set.')
  }
}

export function paymentsAreNotSetUp(): PlainError {
  return new PlainError(
    400,
    "Payments are not set up for this project yet. The project's owner can set them up in its settings.",
  )
}

function chooseOffer(ctx: Context, body: UrlRequest): { offerId: string | null; offer: Offer } {
  const { offer_id: offerId, offer_inline, inline_offer } = body
  const inline = offer_inline ?? inline_offer
  if ([offerId, offer_inline, inline_offer].filter((given) => given !== undefined).length !== 1) {
    throw new PlainError(400, 'Give either offer_id or offer_inline.')
  }
  if (inline) {
    if (ctx.access === 'client')
      throw new PlainError(400, 'Inline offers require server access. Give an offer_id instead.')
    return { offerId: null, offer: toOffer(inline) }
  }
  const offer = findOffer(ctx.project.config.payments, offerId!)
  if (!offer || (offer.serverOnly && ctx.access === 'client')) {
    throw new KnownError('OFFER_DOES_NOT_EXIST', { offer_id: offerId!, access_type: ctx.access })
  }
  return { offerId: offerId!, offer }
}

/** In the form of the settings, like all configured offers. */
function toOffer(inline: InlineOffer): Offer {
  const prices = Object.entries(inline.prices).map(([id, { free_trial, ...price }]) => [
    id,
    { ...price, ...(free_trial ? { freeTrial: free_trial } : {}) },
  ])
  const settings = {
    displayName: inline.display_name,
    customerType: inline.customer_type,
    serverOnly: inline.server_only ?? false,
    ...(inline.free_trial ? { freeTrial: inline.free_trial } : {}),
    prices: Object.fromEntries(prices),
    includedItems: inline.included_items,
  }
  return renderOffer(settings as Parameters<typeof renderOffer>[0], '') as Offer
}

/** Users buy for themselves and for their teams. Custom customers belong to nobody. */
async function findOrigin(ctx: Context, customer: Customer): Promise<PurchaseOrigin> {
  if (ctx.access !== 'client') return 'server'
  const user = await findSignedInUser(ctx)
  if (!user || customer.type === 'custom') return 'anybody'
  const isOwn =
    customer.type === 'user'
      ? customer.id === user.id
      : isPossibleCustomer(customer) && (await isTeamMember(ctx.db, ctx.project.id, customer.id, user.id))
  if (!isOwn) throw new PlainError(403, 'You can only buy for yourself or your teams.')
  return 'customer'
}
