import type { Routes } from '@latchkey/contract'
import { call } from '../api.ts'
import { centsOf, type Interval } from './money.ts'

/** The content of a purchase link. */
export type Purchase = Routes['POST /payments/purchases/validate-code']['response']['client']

export interface Choice {
  priceId: string
  quantity: number
}

export interface Price {
  id: string
  cents: number
  /** Absent for a one-time price. */
  interval?: Interval | undefined
}

export function fetchPurchase(fullCode: string): Promise<Purchase> {
  return call('POST /payments/purchases/validate-code', { full_code: fullCode })
}

/** Only US dollars are charged, so prices without them are dropped. */
export function listPrices({ offer }: Purchase): Price[] {
  return Object.entries(offer.prices).flatMap(([id, { USD, interval }]) =>
    USD === undefined ? [] : [{ id, cents: centsOf(USD), interval }],
  )
}

/** Whether less may be due now, because the customer gets credit for a replaced plan. */
export function isUpperBound({ purchase, price }: { purchase: Purchase; price: Price }): boolean {
  return price.interval !== undefined && purchase.conflicting_group_offers.length > 0
}

/** A purchase whose payment has started, which uses up its link. It can still be paid for this exact choice. */
export interface StartedPurchase extends Choice {
  purchase: Purchase
  clientSecret: string
}

export async function startPurchase(fullCode: string, purchase: Purchase, choice: Choice): Promise<StartedPurchase> {
  const body = { full_code: fullCode, price_id: choice.priceId, quantity: choice.quantity }
  const { client_secret } = await call('POST /payments/purchases/purchase-session', body)
  const started = { ...choice, purchase, clientSecret: client_secret }
  // Kept in this tab, so that the payment survives a reload or a failed bank confirmation.
  withStorage((storage) => storage.setItem(nameOf(fullCode), JSON.stringify(started)))
  return started
}

export function findStartedPurchase(fullCode: string): StartedPurchase | undefined {
  const text = withStorage((storage) => storage.getItem(nameOf(fullCode)))
  return text ? JSON.parse(text) : undefined
}

export function forgetStartedPurchase(fullCode: string): void {
  withStorage((storage) => storage.removeItem(nameOf(fullCode)))
}

/** Browsers may block storage, or it may be full. Payments work without it. */
function withStorage<T>(action: (storage: Storage) => T): T | undefined {
  try {
    return action(sessionStorage)
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

function nameOf(fullCode: string): string {
  return `latchkey.purchase.${fullCode}`
}

/** The URL of the result page. The card provider appends the result. */
export function returnUrlOf(fullCode: string, { stripe_account_id }: Purchase, more: Record<string, string> = {}) {
  const query = new URLSearchParams({
    ...(stripe_account_id ? { stripe_account_id } : {}),
    purchase_full_code: fullCode,
    ...more,
  })
  return `${location.origin}/dashboard/purchase/return?${query}`
}
