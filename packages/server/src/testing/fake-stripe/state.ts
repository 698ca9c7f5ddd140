import { randomBytes } from 'node:crypto'
import { missing } from './form.ts'

export type Metadata = Record<string, string>

export interface Account {
  id: string
  object: 'account'
  charges_enabled: boolean
  details_submitted: boolean
  payouts_enabled: boolean
  metadata: Metadata
}

export interface Customer {
  id: string
  object: 'customer'
  metadata: Metadata
  deleted?: true
}

export interface Price {
  id: string
  object: 'price'
  product: string
  currency: string
  unit_amount: number
  recurring: { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number }
}

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  customer: string | null
  status: 'requires_payment_method' | 'succeeded' | 'canceled'
  client_secret: string
  metadata: Metadata
  created: number
  last_payment_error?: { code: string; decline_code: string; message: string } | null
  isRefunded?: boolean
}

export interface Invoice {
  id: string
  object: 'invoice'
  customer: string
  status: 'open' | 'paid' | 'void'
  billing_reason: 'subscription_create' | 'subscription_update' | 'subscription_cycle'
  amount_due: number
  amount_remaining: number
  subscription: string
  payment_intent: string | null
}

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  price: Price
  quantity: number
  current_period_start: number
  current_period_end: number
}

export interface Subscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  items: SubscriptionItem[]
  metadata: Metadata
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  latest_invoice: string
  created: number
}

/** All data of one connected account. */
export class AccountState {
  readonly account: Account
  readonly customers = new Map<string, Customer>()
  readonly products = new Map<string, { id: string; object: 'product'; name: string; metadata: Metadata }>()
  readonly prices = new Map<string, Price>()
  readonly paymentIntents = new Map<string, PaymentIntent>()
  readonly invoices = new Map<string, Invoice>()
  readonly subscriptions = new Map<string, Subscription>()

  constructor(metadata: Metadata) {
    this.account = {
      id: newId('acct'),
      object: 'account',
      charges_enabled: false,
      details_submitted: false,
      payouts_enabled: false,
      metadata,
    }
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`
}

export function getFrom<T>(map: ReadonlyMap<string, T>, kind: string, id: string): T {
  const found = map.get(id)
  if (!found) throw missing(kind, id)
  return found
}

const daySeconds = 24 * 3600

/** The end of the period after this moment, in seconds. */
export function periodEnd(start: number, { interval, interval_count: count }: Price['recurring']): number {
  if (interval === 'day' || interval === 'week') return start + count * daySeconds * (interval === 'week' ? 7 : 1)
  const end = new Date(start * 1000)
  if (interval === 'month') end.setUTCMonth(end.getUTCMonth() + count)
  else end.setUTCFullYear(end.getUTCFullYear() + count)
  return Math.floor(end.getTime() / 1000)
}
