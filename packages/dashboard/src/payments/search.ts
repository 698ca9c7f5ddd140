import { day, oneOf, type SearchOf, searchParser, text } from '../data/search.ts'
import { rangeNames } from '../data/time-range.ts'
import { customerTypes } from './customer-types.ts'

export const parseCustomerSearch = searchParser({
  type: oneOf(...customerTypes),
  /** The start of an ID. */
  query: text,
  cursor: text,
})

export const parseTransactionSearch = searchParser({
  kind: oneOf('subscription', 'one_time', 'item_quantity_change'),
  customer: text,
  mode: oneOf('test', 'live'),
  range: oneOf(...rangeNames),
  from: day,
  until: day,
  cursor: text,
})

export type CustomerSearch = SearchOf<typeof parseCustomerSearch>
export type TransactionSearch = SearchOf<typeof parseTransactionSearch>
