import { type CustomerType, hasUuidShape, KnownError } from '@latchkey/contract'
import type { Db } from '../db/database.ts'
import { holdCustomer } from './queries.ts'

/** Users and teams are named by their ids in lower case, custom customers by whatever text the app calls them. */
export interface Customer {
  type: CustomerType
  id: string
}

/** Who has some of what. */
export interface Holder {
  customer: Customer
  itemId: string
}

/** Ids of users and teams are the same in any case. What is no id stays as it came, and is named so in errors. */
export function toCustomer(type: CustomerType, id: string): Customer {
  const lowerCased = { type, id: id.toLowerCase() }
  return type !== 'custom' && isPossibleCustomer(lowerCased) ? lowerCased : { type, id }
}

/** Whether there can be such a customer at all: text that is no UUID names no user and no team. */
export function isPossibleCustomer({ type, id }: Customer): boolean {
  return type === 'custom' || hasUuidShape(id)
}

export function customerNotFound({ type, id }: Customer): KnownError {
  return type === 'team' ? new KnownError('TEAM_NOT_FOUND', { team_id: id }) : new KnownError('USER_NOT_FOUND')
}

/** Throws unless the customer is there. In a transaction they cannot be deleted before it ends. */
export async function assertCustomer(db: Db, projectId: string, customer: Customer): Promise<void> {
  if (!(await isExistingCustomer(db, projectId, customer))) throw customerNotFound(customer)
}

export async function isExistingCustomer(db: Db, projectId: string, customer: Customer): Promise<boolean> {
  if (customer.type === 'custom') return true
  return isPossibleCustomer(customer) && holdCustomer(db, projectId, customer.type, customer.id)
}
