import { day, oneOf, type SearchOf, searchParser, text } from '../data/search.ts'
import { rangeNames, toTimes } from '../parts/time-range.tsx'

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
export type AuditQuery = ReturnType<typeof toQuery>

/** Query parameters for the API. */
export function toQuery({ actor, action, target, cursor, ...times }: AuditSearch, now: number, limit: number) {
  return { actor_id: actor, action, target_id: target, ...toTimes(times, now), cursor, limit }
}
