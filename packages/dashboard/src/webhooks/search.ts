import { oneOf, type SearchOf, searchParser, text } from '../data/search.ts'

export const parseDeliverySearch = searchParser({
  state: oneOf('pending', 'delivered', 'failed'),
  event: text,
  cursor: text,
})

export type DeliverySearch = SearchOf<typeof parseDeliverySearch>
