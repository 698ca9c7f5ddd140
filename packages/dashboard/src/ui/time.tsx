import { useEffect, useState } from 'react'
import { formatRelative } from './relative-time.ts'
import { Tooltip } from './tooltip.tsx'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })
const shortDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const minute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Relative, with the exact time on hover. */
export function Time({ date: given }: { date: Date | number }) {
  const date = new Date(given)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  // Lists have many times, and few are ever hovered.
  const [isPointedAt, setIsPointedAt] = useState(false)
  const time = (
    <time dateTime={date.toISOString()} onPointerEnter={() => setIsPointedAt(true)}>
      {formatRelative(date, now)}
    </time>
  )
  return isPointedAt ? <Tooltip text={exact.format(date)}>{time}</Tooltip> : time
}

/** Omits the year for near dates. */
export function formatShortDay(date: Date): string {
  return Math.abs(date.getTime() - Date.now()) < 180 * 86_400_000 ? shortDay.format(date) : day.format(date)
}

export const formatTime = (date: number) => minute.format(date)
export const formatDay = (date: Date | number) => day.format(date)
