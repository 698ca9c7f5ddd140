export type Interval = readonly [count: number, unit: 'day' | 'week' | 'month' | 'year']

const dayMillis = 24 * 3600 * 1000
const leastDays = { day: 1, week: 7, month: 28, year: 365 }

/**
 * A time in milliseconds plus a number of intervals. Days and weeks are exact; months and years follow the calendar,
 * and a day that a month does not have rolls over. Infinity if the result is not a valid date.
 */
export function addIntervals(at: number, [count, unit]: Interval, times: number): number {
  if (unit === 'day' || unit === 'week') return at + times * count * leastDays[unit] * dayMillis
  const date = new Date(at)
  const end = date.setUTCMonth(date.getUTCMonth() + times * count * (unit === 'month' ? 1 : 12))
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : end
}

/** The number of whole intervals between the anchor and a later time. */
export function countIntervals(anchor: number, interval: Interval, at: number): number {
  const [count, unit] = interval
  // Estimated with the shortest month or year, so the first guess is never too low.
  let times = Math.floor((at - anchor) / dayMillis / (count * leastDays[unit]))
  while (times > 0 && addIntervals(anchor, interval, times) > at) times--
  return times
}
