import { day, oneOf, type SearchOf, searchParser, text } from '../data/search.ts'
import { rangeNames } from '../data/time-range.ts'

export const parseAuditSearch = searchParser({
  actor: text,
  action: text,
  target: text,
  range: oneOf(...rangeNames),
  from: day,
  until: day,
  cursor: text,
})

export type AuditSearch = SearchOf<typeof parseAuditSearch>
