import { toTimes } from '../parts/time-range.tsx'
import type { FailureSearch } from './search.ts'

/** Query parameters for the API. What is looked for is an address or a reference. */
export function toQuery({ kind, user, find, range, cursor }: FailureSearch, now: number, limit: number) {
  const { from_millis } = toTimes({ range }, now)
  return { kind, user_id: user, ...readFind(find), from_millis, cursor, limit }
}

export type FailureQuery = ReturnType<typeof toQuery>

function readFind(typed = ''): { address?: string; reference?: string } {
  const text = typed.trim()
  if (text.includes('@')) return { address: text }
  return text ? { reference: text } : {}
}

/** What the API would refuse. */
export function findProblem(typed = ''): string | undefined {
  const text = typed.trim()
  if (text === '' || /^[\s0-9a-f-]{12,60}$/i.test(text)) return undefined
  if (/^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 256) return undefined
  return 'Enter a whole email address, or the reference that an error page shows, such as 1a2b-3c4d-5e6f.'
}
