import type { CustomerType } from '@latchkey/contract'
import type { AuditTarget } from '../../records/audit/actions.ts'
import type { AuditEntry } from '../../records/audit/record.ts'

interface Purchased {
  customer_type: CustomerType
  customer_id: string
  offer_id: string | null
  price_id: string | null
  quantity: number
  is_test_mode: boolean
}

/** The customer and what they bought. */
export function describePurchase(purchased: Purchased): AuditEntry {
  const { customer_type, customer_id, offer_id, price_id, quantity, is_test_mode } = purchased
  const details = { offer_id, price_id, quantity, test_mode: is_test_mode }
  return { action: 'purchase.made', target: toAuditTarget(customer_type, customer_id), details }
}

export function toAuditTarget(type: CustomerType, id: string): AuditTarget {
  return { type: type === 'custom' ? 'customer' : type, id }
}
