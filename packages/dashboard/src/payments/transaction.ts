import type { Routes } from '@latchkey/contract'

type Route = Routes['GET /internal/payments/transactions']
export type TransactionQuery = NonNullable<Route['request']['query']>
export type Transaction = Route['response']['admin']['transactions'][number]

export const transactionTypeNames = {
  subscription: 'Subscription',
  one_time: 'One-time purchase',
  item_quantity_change: 'Item change',
} as const
