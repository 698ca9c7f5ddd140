import { allow, type Form, invalid, metadataIn, requiredText } from './form.ts'
import { type AccountState, type Customer, getFrom, newId } from './state.ts'

export function createCustomer(state: AccountState, form: Form): Customer {
  allow(form, 'metadata', 'name', 'email', 'description')
  const customer: Customer = { id: newId('cus'), object: 'customer', metadata: metadataIn(form) }
  state.customers.set(customer.id, customer)
  return customer
}

/** A deleted customer can still be read, but has only its id. */
export function retrieveCustomer(state: AccountState, id: string): object {
  const customer = getFrom(state.customers, 'customer', id)
  return customer.deleted ? { id, object: 'customer', deleted: true } : customer
}

/** The query language of searches, limited to metadata: `metadata['a']:'b' AND metadata['c']:'d'`. */
export function searchCustomers(state: AccountState, form: Form): object {
  allow(form, 'query', 'limit', 'page')
  const wanted = parseQuery(requiredText(form, 'query'))
  const data = [...state.customers.values()].filter(
    ({ metadata, deleted }) => !deleted && wanted.every(([key, value]) => metadata[key] === value),
  )
  return { object: 'search_result', url: '/v1/customers/search', has_more: false, next_page: null, data }
}

function parseQuery(query: string): [string, string][] {
  const clause = /metadata\['((?:[^'\\]|\\.)*)'\]:'((?:[^'\\]|\\.)*)'(?: AND |$)/y
  const clauses: [string, string][] = []
  while (clause.lastIndex < query.length) {
    const [, key, value] = clause.exec(query) ?? []
    if (key === undefined || value === undefined) throw invalid(`We were unable to parse your search query: ${query}`)
    clauses.push([withoutEscapes(key), withoutEscapes(value)])
  }
  return clauses
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}
