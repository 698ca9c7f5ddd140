import { type CustomerType, hasUuidShape, KnownError } from '@latchkey/contract'
import type { Db } from '../platform/db/database.ts'
import { holdCustomer } from './queries.ts'

/** Users and teams are identified by their lower-case ids, custom customers by any text. */
export interface Customer {
  type: CustomerType
  id: string
}

/** A customer and an item. */
export interface Holder {
  customer: Customer
  itemId: string
}

/** Ids of users and teams are case-insensitive. An invalid id is left as it is and quoted in errors. */
export function toCustomer(type: CustomerType, id: string): Customer {
  const lowerCased = { type, id: id.toLowerCase() }
  return type !== 'custom' && isPossibleCustomer(lowerCased) ? lowerCased : { type, id }
}

/** Whether such a customer can exist: text that is not a UUID cannot be the id of a user or team. */
export function isPossibleCustomer({ type, id }: Customer): boolean {
  return type === 'custom' || hasUuidShape(id)
}

export function customerNotFound({ type, id }: Customer): KnownError {
  return type === 'team' ? new KnownError('TEAM_NOT_FOUND', { team_id: id }) : new KnownError('USER_NOT_FOUND')
}

/** Throws unless the customer exists. In a transaction, it cannot be deleted before the end. */
export async function assertCustomer(db: Db, projectId: string, customer: Customer): Promise<void> {
  if (!(await isExistingCustomer(db, projectId, customer))) throw customerNotFound(customer)
}

export async function isExistingCustomer(db: Db, projectId: string, customer: Customer): Promise<boolean> {
  if (customer.type === 'custom') return true
  return isPossibleCustomer(customer) && holdCustomer(db, projectId, customer.type, customer.id)
}
