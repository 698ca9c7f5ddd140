type Interval = readonly [count: number, unit: 'day' | 'week' | 'month' | 'year']

const dayMillis = 24 * 3600 * 1000

/** Days and weeks are exact; months and years go by the calendar, and a day that a month does not have rolls over. */
export function addInterval(time: Date, [count, unit]: Interval): Date {
  if (unit === 'day' || unit === 'week') return new Date(time.getTime() + count * dayMillis * (unit === 'week' ? 7 : 1))
  const end = new Date(time)
  if (unit === 'month') end.setUTCMonth(end.getUTCMonth() + count)
  else end.setUTCFullYear(end.getUTCFullYear() + count)
  return end
}
