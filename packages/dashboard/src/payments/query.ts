import { onlyGiven } from '../data/search.ts'
import { toTimes } from '../parts/time-range.tsx'
import type { TransactionSearch } from './search.ts'

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
