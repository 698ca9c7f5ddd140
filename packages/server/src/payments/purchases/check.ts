import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { Catalog, Offer } from '../catalog.ts'
import { assertCustomer } from '../customers.ts'
import {
  boughtOnce,
  boughtOnceInGroup,
  findHoldings,
  type Holdings,
  holdsOffer,
  listConflicts,
  type Subscription,
  subscribesTo,
} from '../holdings.ts'
import { maxCents, toCents } from './amount.ts'
import type { FoundPurchase, PurchaseCode } from './code.ts'

export type Price = Exclude<Offer['prices'], string>[string]

/** A purchase that passed all checks. */
export interface Order {
  priceId: string
  price: Price
  quantity: number
  /** The first subscription that this purchase replaces. */
  conflict: Subscription | undefined
}

const maxQuantity = 1_000_000

/** The checks for real and test purchases, in the order of the wire. */
export async function checkPurchase(
  db: Db,
  { ctx, purchase, customer }: FoundPurchase,
  { price_id: priceId, quantity = 1 }: { price_id: string; quantity?: number | undefined },
): Promise<Order> {
  const { project } = ctx
  const catalog = project.config.payments
  const { offer, offer_id: offerId } = purchase
  await assertCustomer(db, project.id, customer)
  const price = findPrice(purchase, priceId)
  if (!price) throw new PlainError(400, 'This offer has no such price.')
  if (quantity !== 1 && !offer.stackable) throw new PlainError(400, 'The quantity of this offer must be 1.')
  if (quantity > maxQuantity || totalOf(price, quantity) > maxCents)
    throw new PlainError(400, 'The quantity or the total price is too high.')

  const holdings = await findHoldings(db, project.id, catalog, customer, ctx.now())
  if (offerId !== null) checkHoldings(holdings, catalog, offerId, offer)
  const conflict = offerId === null ? undefined : listConflicts(holdings, catalog, { offerId, offer })[0]
  return { priceId, price, quantity, conflict }
}

/** Server-only prices cannot be bought with a link that a client has requested. */
function findPrice(purchase: PurchaseCode, priceId: string): Price | undefined {
  const prices = listPrices(purchase)
  return Object.hasOwn(prices, priceId) ? prices[priceId] : undefined
}

/** The prices available with the link. Offers that are included by default cannot be bought. */
export function listPrices({ offer, origin }: PurchaseCode): Record<string, Price> {
  if (typeof offer.prices !== 'object') return {}
  const entries = Object.entries(offer.prices).filter(([, price]) => origin === 'server' || !price.serverOnly)
  return Object.fromEntries(entries)
}

function totalOf({ USD }: Price, quantity: number): bigint {
  return USD === undefined ? 0n : toCents(USD) * BigInt(quantity)
}

function checkHoldings(holdings: Holdings, catalog: Catalog, offerId: string, offer: Offer): void {
  if (boughtOnce(holdings, offerId)) throw new PlainError(400, 'This offer has already been bought.')
  if (!offer.stackable && subscribesTo(holdings, offerId)) {
    throw new PlainError(400, 'There is already a subscription to this offer.')
  }
  const bases = offer.isAddOnTo ? Object.keys(offer.isAddOnTo) : undefined
  if (bases && !bases.some((base) => holdsOffer(holdings, base))) {
    throw new PlainError(400, 'This offer is an add-on. Please buy the offer it belongs to first.')
  }
  if (boughtOnceInGroup(holdings, catalog, offer)) {
    throw new PlainError(400, 'Another offer from the same group has already been bought as a one-time purchase.')
  }
}
