import { day, oneOf, onlyGiven, type SearchOf, searchParser, text } from '../data/search.ts'
import { rangeNames, toTimes } from '../parts/time-range.tsx'
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

/** Query parameters for the API. */
export function toTransactionQuery({ kind, customer, mode, cursor, ...times }: TransactionSearch, now: number) {
  return onlyGiven({
    type: kind,
    customer_id: customer,
    test_mode: mode && (mode === 'test' ? ('true' as const) : ('false' as const)),
    ...toTimes(times, now),
    cursor,
  })
}
