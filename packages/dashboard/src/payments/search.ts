import type { TransactionType } from '@latchkey/react'
import { type CustomerType, customerTypes } from './customer-types.ts'

export interface CustomerSearch {
  type?: CustomerType
  /** The start of an ID. */
  query?: string
  cursor?: string
}

export interface TransactionSearch {
  kind?: TransactionType
  customer?: string
  mode?: 'test' | 'live'
  /** Inclusive days such as `2026-03-31`. */
  from?: string
  until?: string
  cursor?: string
}

type Search = Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const oneOf = <T extends string>(value: unknown, values: readonly T[]) => values.find((each) => each === value)
const dayOf = (value: unknown) => {
  const text = textOf(value)
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** The search parameters of the list. Unknown ones are ignored. */
export function parseCustomerSearch({ type, query, cursor }: Search): CustomerSearch {
  return given({ type: oneOf(type, customerTypes), query: textOf(query), cursor: textOf(cursor) })
}

export const transactionTypes = ['subscription', 'one_time', 'item_quantity_change'] as const

export function parseTransactionSearch({ kind, customer, mode, from, until, cursor }: Search): TransactionSearch {
  return given({
    kind: oneOf(kind, transactionTypes),
    customer: textOf(customer),
    mode: oneOf(mode, ['test', 'live']),
    from: dayOf(from),
    until: dayOf(until),
    cursor: textOf(cursor),
  })
}

/** Query parameters for the API. Days start at midnight in the browser's time zone. */
export function toTransactionQuery({ kind, customer, mode, from, until, cursor }: TransactionSearch) {
  const startOf = (date: string, days = 0) => {
    const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
    return Math.max(0, new Date(year, month - 1, day + days).getTime())
  }
  return given({
    type: kind,
    customer_id: customer,
    test_mode: mode && (mode === 'test' ? ('true' as const) : ('false' as const)),
    from_millis: from === undefined ? undefined : startOf(from),
    until_millis: until === undefined ? undefined : startOf(until, 1),
    cursor,
  })
}

function given<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
