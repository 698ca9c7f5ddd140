import type { CacheStore } from '../cache/cached-value.ts'
import type { Admin } from '../core/actors.ts'
import { hasCode } from '../errors/known-errors.ts'
import type { Currency, DayInterval } from './checkout.ts'
import { type CustomerType, changeQuantity, type ItemReference } from './items.ts'

/** The methods of `AdminApp` for payments. */
export interface AdminPayments {
  /** Connects the project to Stripe. The URL leads to Stripe's onboarding. */
  setupPayments(): Promise<{ url: string }>
  /** Null until the project has a Stripe account. */
  getStripeAccountInfo(): Promise<StripeAccountInfo | null>
  /** For Stripe's embedded account components. */
  createStripeWidgetAccountSession(): Promise<{ client_secret: string }>
  /** Adds to or subtracts from an item of a customer. Rejects if the quantity would become negative. */
  createItemQuantityChange(options: ItemQuantityChangeOptions): Promise<void>
  /** Purchases and item quantity changes, newest first. */
  listTransactions(options?: ListTransactionsOptions): Promise<TransactionPage>
  /** Completes a checkout without paying. Not available in production mode. */
  testModePurchase(options: TestModePurchaseOptions): Promise<void>
}

/** One store for each read, used by packages built on this one. */
export interface AdminPaymentStores {
  readonly stripeAccountInfo: CacheStore<StripeAccountInfo | null>
  transactions(options?: ListTransactionsOptions): CacheStore<TransactionPage>
}

export interface StripeAccountInfo {
  readonly account_id: string
  readonly charges_enabled: boolean
  readonly details_submitted: boolean
  readonly payouts_enabled: boolean
}

export type ItemQuantityChangeOptions = ItemReference & {
  /** How much to add; negative to subtract. */
  quantity: number
  /** An ISO date. After that, the change no longer counts. */
  expiresAt?: string | undefined
  description?: string | undefined
}

export type TransactionType = 'subscription' | 'one_time' | 'item_quantity_change'

export interface ListTransactionsOptions {
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined
  /** Defaults to 50; 200 at most. */
  limit?: number | undefined
  type?: TransactionType | undefined
  customerType?: CustomerType | undefined
}

export interface TransactionPage {
  readonly transactions: Transaction[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/** A transaction as the API returns it. */
export interface Transaction {
  readonly id: string
  readonly type: TransactionType
  readonly created_at_millis: number
  readonly customer_type: CustomerType
  readonly customer_id: string
  /** Can be negative for item quantity changes. */
  readonly quantity: number
  readonly test_mode: boolean
  readonly offer_display_name: string | null
  readonly price:
    | ({ readonly [Code in Currency]?: string | undefined } & { readonly interval?: DayInterval | undefined })
    | null
  readonly status: string | null
  readonly item_id?: string | undefined
  readonly description?: string | null | undefined
  readonly expires_at_millis?: number | null | undefined
}

export interface TestModePurchaseOptions {
  /** The last part of the checkout URL. */
  fullCode: string
  priceId: string
  /** Defaults to 1. More only for stackable offers. */
  quantity?: number | undefined
}

export async function setupPayments({ core, cache, as }: Admin): Promise<{ url: string }> {
  const { url } = await core.call('POST /internal/payments/setup', { ...as, body: {} })
  await cache.refresh('stripe-account-info')
  return { url }
}

export async function findStripeAccountInfo({ core, as }: Admin): Promise<StripeAccountInfo | null> {
  try {
    return await core.call('GET /internal/payments/stripe/account-info', as)
  } catch (error) {
    if (hasCode(error, 'STRIPE_ACCOUNT_INFO_NOT_FOUND')) return null
    throw error
  }
}

export async function createStripeWidgetAccountSession({ core, as }: Admin): Promise<{ client_secret: string }> {
  return core.call('POST /internal/payments/stripe-widgets/account-session', { ...as, body: {} })
}

export async function createItemQuantityChange(admin: Admin, options: ItemQuantityChangeOptions): Promise<void> {
  const { quantity, expiresAt, description } = options
  const change = { ...admin.as, delta: quantity, mayBecomeNegative: false, expiresAt, description }
  await changeQuantity(admin.core, options, change)
  await admin.cache.refresh('transactions/')
}

export async function loadTransactions(
  { core, as }: Admin,
  { cursor, limit, type, customerType }: ListTransactionsOptions,
): Promise<TransactionPage> {
  const query = { cursor, limit: limit?.toString(), type, customer_type: customerType }
  const { transactions, next_cursor } = await core.call('GET /internal/payments/transactions', { ...as, query })
  return { transactions, nextCursor: next_cursor }
}

export async function testModePurchase(
  { core, cache, as }: Admin,
  { fullCode, priceId, quantity }: TestModePurchaseOptions,
): Promise<void> {
  const body = { full_code: fullCode, price_id: priceId, quantity }
  await core.call('POST /internal/payments/test-mode-purchase-session', { ...as, body })
  await Promise.all([core.items.refresh(''), cache.refresh('transactions/')])
}
