import { startOfDay } from '../data/days.ts'
import { day, type SearchOf, searchParser, text } from '../data/search.ts'

export const parseAuditSearch = searchParser({
  actor: text,
  action: text,
  target: text,
  from: day,
  until: day,
  cursor: text,
})

export type AuditSearch = SearchOf<typeof parseAuditSearch>

/** Query parameters for the API. Days start at midnight in the browser's time zone. */
export function toFilter({ actor, action, target, from, until }: AuditSearch) {
  return {
    actor_id: actor,
    action,
    target_id: target,
    from_millis: from ? startOfDay(from).getTime() : undefined,
    until_millis: until ? startOfDay(until, 1).getTime() : undefined,
  }
}
