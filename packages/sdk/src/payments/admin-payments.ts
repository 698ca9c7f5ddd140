import type { Admin } from '../core/actors.ts'
import { hasCode } from '../errors/known-errors.ts'
import type { Currency, DayInterval } from './checkout.ts'
import { type CustomerType, changeQuantity, type ItemReference } from './items.ts'

/**
 * The methods of `AdminApp` for payments.
 * @example const { url } = await adminApp.setupPayments()
 */
export interface AdminPayments {
  /**
   * Connects the project to Stripe. The URL leads to Stripe's onboarding.
   * @example const { url } = await adminApp.setupPayments()
   */
  setupPayments(): Promise<{ url: string }>
  /**
   * The Stripe account of the project, or null if there is none.
   * @example const account = await adminApp.getStripeAccountInfo()
   */
  getStripeAccountInfo(): Promise<StripeAccountInfo | null>
  /**
   * A client secret for Stripe's embedded account components.
   * @example const { client_secret } = await adminApp.createStripeWidgetAccountSession()
   */
  createStripeWidgetAccountSession(): Promise<{ client_secret: string }>
  /**
   * Adds to or subtracts from a customer's quantity of an item. Rejects if it would become negative.
   * @example await adminApp.createItemQuantityChange({ userId: user.id, itemId: 'credits', quantity: 100 })
   */
  createItemQuantityChange(options: ItemQuantityChangeOptions): Promise<void>
  /**
   * Purchases and item quantity changes, newest first.
   * @example const { transactions } = await adminApp.listTransactions({ limit: 50 })
   */
  listTransactions(options?: ListTransactionsOptions): Promise<TransactionPage>
  /**
   * Completes a checkout without paying. Not available in production mode.
   * @example await adminApp.testModePurchase({ fullCode, priceId: 'monthly' })
   */
  testModePurchase(options: TestModePurchaseOptions): Promise<void>
}

/**
 * The state of the project's Stripe account.
 * @example
 * const account: StripeAccountInfo | null = await adminApp.getStripeAccountInfo()
 * const isReady = account?.details_submitted && account.charges_enabled && account.payouts_enabled
 * console.log(account?.account_id, isReady)
 */
export interface StripeAccountInfo {
  /** The id of the account at Stripe. */
  readonly account_id: string
  /** Whether it can accept payments. */
  readonly charges_enabled: boolean
  /** Whether the owner has completed Stripe's onboarding. */
  readonly details_submitted: boolean
  /** Whether Stripe makes payouts. */
  readonly payouts_enabled: boolean
}

/**
 * A change to a customer's quantity of an item.
 * @example await adminApp.createItemQuantityChange({ teamId: team.id, itemId: 'seats', quantity: 5 })
 */
export type ItemQuantityChangeOptions = ItemReference & {
  /** How much to add; negative to subtract. */
  quantity: number
  /** An ISO date after which the change no longer counts. */
  expiresAt?: string | undefined
  description?: string | undefined
}

/**
 * The type of the transaction.
 * @example const type: TransactionType = 'subscription'
 */
export type TransactionType = 'subscription' | 'one_time' | 'item_quantity_change'

/**
 * Filters and paging for transactions.
 * @example
 * const { nextCursor } = await adminApp.listTransactions({ type: 'subscription', customerType: 'team', limit: 50 })
 * await adminApp.listTransactions({ cursor: nextCursor ?? undefined })
 */
export interface ListTransactionsOptions {
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined
  /** Defaults to 50; 200 at most. */
  limit?: number | undefined
  /** Only transactions of this type. */
  type?: TransactionType | undefined
  /** Only transactions of this type of customer. */
  customerType?: CustomerType | undefined
}

/**
 * A page of transactions.
 * @example const { transactions, nextCursor }: TransactionPage = await adminApp.listTransactions()
 */
export interface TransactionPage {
  /** The transactions, newest first. */
  readonly transactions: Transaction[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/**
 * A transaction as the API returns it.
 * @example
 * for (const transaction of (await adminApp.listTransactions()).transactions) {
 *   console.log(transaction.id, transaction.type, new Date(transaction.created_at_millis), transaction.test_mode)
 *   console.log('who', transaction.customer_type, transaction.customer_id)
 *   console.log('bought', transaction.quantity, transaction.offer_display_name, transaction.price, transaction.status)
 *   console.log('or got', transaction.item_id, transaction.description, transaction.expires_at_millis)
 * }
 */
export interface Transaction {
  /** The id of the transaction. */
  readonly id: string
  /** The type of the transaction. */
  readonly type: TransactionType
  /** When it happened. */
  readonly created_at_millis: number
  /** The type of the customer. */
  readonly customer_type: CustomerType
  /** The id of the customer. */
  readonly customer_id: string
  /** Can be negative for item quantity changes. */
  readonly quantity: number
  /** Whether it was a test without a payment. */
  readonly test_mode: boolean
  /** The name of the offer. */
  readonly offer_display_name: string | null
  /** The price and its interval. */
  readonly price:
    | ({ readonly [Code in Currency]?: string | undefined } & { readonly interval?: DayInterval | undefined })
    | null
  /** The state of the subscription. */
  readonly status: string | null
  /** The item whose quantity has changed. */
  readonly item_id?: string | undefined
  /** The description of the change. */
  readonly description?: string | null | undefined
  /** When the quantity expires. */
  readonly expires_at_millis?: number | null | undefined
}

/**
 * A purchase without a payment, in test mode.
 * @example await adminApp.testModePurchase({ fullCode, priceId: 'monthly', quantity: 1 })
 */
export interface TestModePurchaseOptions {
  /** The last part of the checkout URL. */
  fullCode: string
  /** The id of the price in the offer. */
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
