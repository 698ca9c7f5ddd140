import { oneOf, searchParser } from '../data/search.ts'

/** In days. The last is a year. */
export const ranges = [7, 30, 90, 365] as const
export type Range = (typeof ranges)[number]

export const parseOverviewSearch = searchParser({ days: oneOf(...ranges) })

export function nameOf(range: Range): string {
  return range === 365 ? '12 months' : `${range} days`
}
