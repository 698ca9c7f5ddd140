import { useEffect, useState } from 'react'
import { formatRelative } from './relative-time.ts'
import { Tooltip } from './tooltip.tsx'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Relative, with the exact time on hover and focus. */
export function Time({ date }: { date: Date }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Tooltip text={exact.format(date)}>
      <time dateTime={date.toISOString()}>{formatRelative(date, now)}</time>
    </Tooltip>
  )
}

export const formatDay = (date: Date) => day.format(date)
