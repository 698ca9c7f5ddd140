import { toTimes } from '../parts/time-range.tsx'
import type { AuditSearch } from './search.ts'

export type AuditQuery = ReturnType<typeof toQuery>

/** Query parameters for the API. */
export function toQuery({ actor, action, target, cursor, ...times }: AuditSearch, now: number, limit: number) {
  return { actor_id: actor, action, target_id: target, ...toTimes(times, now), cursor, limit }
}
