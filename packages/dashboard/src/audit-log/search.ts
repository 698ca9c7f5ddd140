import { startOfDay } from '../data/days.ts'

export interface AuditSearch {
  actor?: string
  action?: string
  target?: string
  /** Inclusive days such as `2026-03-31`. */
  from?: string
  until?: string
  cursor?: string
}

const keys = ['actor', 'action', 'target', 'from', 'until', 'cursor'] as const
const day = /^\d{4}-\d\d-\d\d$/

/** The search parameters of the list. Unknown ones are ignored. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const given = keys.flatMap((key) => {
    const value = search[key]
    const isText = typeof value === 'string' && value !== ''
    const isDay = key === 'from' || key === 'until'
    return isText && (!isDay || (day.test(value) && !Number.isNaN(Date.parse(value)))) ? [[key, value]] : []
  })
  return Object.fromEntries(given)
}

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
