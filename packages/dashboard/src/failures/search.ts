import { traceKinds } from '@latchkey/contract/trace-kinds'
import { oneOf, type SearchOf, searchParser, text } from '../data/search.ts'
import { rangeNames } from '../data/time-range.ts'

export const parseFailureSearch = searchParser({
  id: text,
  kind: oneOf(...traceKinds),
  user: text,
  find: text,
  range: oneOf(...rangeNames),
  cursor: text,
})

export type FailureSearch = SearchOf<typeof parseFailureSearch>
