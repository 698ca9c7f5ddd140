import type { CustomerType } from '@latchkey/contract'
import type Stripe from 'stripe'
import type { Context } from '../../http/context.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { Customer } from '../customers.ts'

const customerTags = { user: 'USER', team: 'TEAM', custom: 'CUSTOM' } as const satisfies Record<CustomerType, string>

/** The metadata that identifies our customer at Stripe. */
export function toCustomerMetadata({ type, id }: Customer): { customerId: string; customerType: string } {
  return { customerId: id, customerType: customerTags[type] }
}

/** Undefined for objects that were not created by us. */
export function readCustomerMetadata(metadata: Stripe.Metadata): Customer | undefined {
  const { customerId: id, customerType: tag } = metadata
  const type = (Object.keys(customerTags) as CustomerType[]).find((name) => name === tag?.toLowerCase())
  return id && type ? { type, id } : undefined
}

/** The Stripe id of a customer, who is created if needed. */
export async function getStripeCustomerId(
  ctx: Context,
  stripe: Stripe,
  accountId: string,
  customer: Customer,
): Promise<string> {
  const metadata = toCustomerMetadata(customer)
  const options = { stripeAccount: accountId }
  const query = Object.entries(metadata)
    .map(([key, value]) => `metadata['${key}']:'${value.replaceAll(/['"\\]/g, String.raw`\$&`)}'`)
    .join(' AND ')
  const found = await stripe.customers.search({ query, limit: 1 }, options)
  if (found.data[0]) return found.data[0].id
  // Stripe's search finds new customers only after a delay. Until then the idempotency key returns the same one.
  const idempotencyKey = `customer ${hashToken(`${ctx.project.tenancy_id} ${query}`).toString('hex')}`
  return (await stripe.customers.create({ metadata }, { ...options, idempotencyKey })).id
}
