import type { AdminConfig } from '@latchkey/react'
import { useConfig } from '../data/use-config.ts'
import { centsOf, describeInterval, formatCents } from '../purchase/money.ts'

/** Offers, items and groups of the project. */
export type Catalog = AdminConfig['payments']
export type Offer = Catalog['offers'][string]
export type Price = Exclude<Offer['prices'], string>[string]
export type IncludedItem = Offer['includedItems'][string]

export const useCatalog = (): Catalog => useConfig().payments

interface ShownPrice {
  USD?: string | undefined
  interval?: Price['interval'] | undefined
}

export function describePrice({ USD, interval }: ShownPrice): string {
  if (USD === undefined) return 'Not in US dollars'
  return `${formatCents(centsOf(USD))} ${interval ? describeInterval(interval) : 'once'}`
}

export function describePrices(offer: Offer): string {
  if (offer.prices === 'include-by-default') return 'Free for everyone'
  const prices = Object.values(offer.prices).map(describePrice)
  return prices.length === 0 ? 'No price' : prices.join(', ')
}

/** Names a subscription status, such as `past_due`. */
export function describeStatus(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
