import type { CustomerType } from '@latchkey/contract'
import type { Db } from '../../platform/db/database.ts'
import type { AuditTarget } from '../../records/audit/actions.ts'
import { type AuditEntry, recordSystemAudit } from '../../records/audit/record.ts'
import { recordEvent } from '../../webhooks/events.ts'
import type { Offer } from '../catalog.ts'

interface Purchased {
  customer_type: CustomerType
  customer_id: string
  offer_id: string | null
  price_id: string | null
  quantity: number
  is_test_mode: boolean
  /** As it was stored with the purchase. */
  offer?: unknown
}

/** Must be called in the transaction that records the purchase. A subscription has a status, and may not be paid yet. */
export async function announcePurchase(
  db: Db,
  projectId: string,
  purchased: Purchased & { status?: string },
  now: Date,
): Promise<void> {
  const { customer_type, customer_id, offer_id, price_id, quantity, is_test_mode, status } = purchased
  const data = { customer_type, customer_id, offer_id, price_id, quantity, test_mode: is_test_mode }
  if (status === undefined) await recordEvent(db, projectId, { type: 'purchase.completed', data, now })
  else await recordEvent(db, projectId, { type: 'subscription.created', data: { ...data, status }, now })
}

/** Records in the audit log and tells webhooks that a subscription has changed, in the transaction that changes it. */
export async function recordSubscriptionChange(
  db: Db,
  projectId: string,
  changed: Pick<Purchased, 'customer_type' | 'customer_id' | 'offer_id' | 'offer' | 'quantity'> & { status: string },
  now: Date,
): Promise<void> {
  const { customer_type, customer_id, offer_id, offer, status, quantity } = changed
  const target = toAuditTarget(customer_type, customer_id)
  const details = { offer_id, status, quantity }
  const named = { ...details, offer_name: nameOfOffer(offer) }
  await recordSystemAudit(db, projectId, { action: 'subscription.updated', target, details: named }, now)
  const data = { customer_type, customer_id, ...details }
  await recordEvent(db, projectId, { type: 'subscription.updated', data, now })
}

/** The customer and what they bought. */
export function describePurchase(purchased: Purchased): AuditEntry {
  const { customer_type, customer_id, offer_id, offer, price_id, quantity, is_test_mode } = purchased
  const details = { offer_id, offer_name: nameOfOffer(offer), price_id, quantity, test_mode: is_test_mode }
  return { action: 'purchase.made', target: toAuditTarget(customer_type, customer_id), details }
}

/** The name at that time, because the audit log also tells of offers that are gone. */
export const nameOfOffer = (offer: unknown): string | null =>
  (offer as Partial<Offer> | null | undefined)?.displayName ?? null

export function toAuditTarget(type: CustomerType, id: string): AuditTarget {
  return { type: type === 'custom' ? 'customer' : type, id }
}
