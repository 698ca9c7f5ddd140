import { startOfDay } from '../data/days.ts'
import { day, oneOf, onlyGiven, type SearchOf, searchParser, text } from '../data/search.ts'
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
  from: day,
  until: day,
  cursor: text,
})

export type CustomerSearch = SearchOf<typeof parseCustomerSearch>
export type TransactionSearch = SearchOf<typeof parseTransactionSearch>

/** Query parameters for the API. Days start at midnight in the browser's time zone. */
export function toTransactionQuery({ kind, customer, mode, from, until, cursor }: TransactionSearch) {
  return onlyGiven({
    type: kind,
    customer_id: customer,
    test_mode: mode && (mode === 'test' ? ('true' as const) : ('false' as const)),
    from_millis: from === undefined ? undefined : Math.max(0, startOfDay(from).getTime()),
    until_millis: until === undefined ? undefined : Math.max(0, startOfDay(until, 1).getTime()),
    cursor,
  })
}
