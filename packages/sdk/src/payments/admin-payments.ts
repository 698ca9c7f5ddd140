import type { Admin } from '../app/admin-stores.ts'
import { hasCode } from '../errors/known-errors.ts'
import type {
  ItemQuantityChangeOptions,
  ListTransactionsOptions,
  StripeAccountInfo,
  TestModePurchaseOptions,
  TransactionPage,
} from './admin-payment-types.ts'
import { itemPathOf } from './item-stores.ts'
import { changeQuantity } from './items.ts'

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
  await changeQuantity(admin.core, itemPathOf(options), change)
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
