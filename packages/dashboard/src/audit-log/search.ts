import { startOfDay } from '../data/days.ts'

export interface AuditSearch {
  actor?: string
  action?: string
  target?: string
  /** Days such as `2026-03-31`, both included. */
  from?: string
  until?: string
  cursor?: string
}

const keys = ['actor', 'action', 'target', 'from', 'until', 'cursor'] as const
const day = /^\d{4}-\d\d-\d\d$/

/** What the address says about the list. Anything else in it is ignored. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const given = keys.flatMap((key) => {
    const value = search[key]
    const isText = typeof value === 'string' && value !== ''
    const isDay = key === 'from' || key === 'until'
    return isText && (!isDay || (day.test(value) && !Number.isNaN(Date.parse(value)))) ? [[key, value]] : []
  })
  return Object.fromEntries(given)
}

/** For the API. Days begin and end at midnight where the reader is. */
export function toFilter({ actor, action, target, from, until }: AuditSearch) {
  return {
    actorId: actor,
    action,
    targetId: target,
    from: from ? startOfDay(from) : undefined,
    until: until ? startOfDay(until, 1) : undefined,
  }
}
