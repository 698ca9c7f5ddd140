import { type PointerEvent, useId, useState } from 'react'
import './chart.css'

const width = 100
const height = 40

/** A trend without axes. The numbers stand beside it, so it says nothing itself. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(1, ...values)
  return (
    <svg className="chart-sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={linePath(values, top, height - 2)} />
    </svg>
  )
}

export interface Day {
  /** For instance `2026-03-31`. */
  date: string
  count: number
}

interface DayChartProps {
  /** What is counted, such as "sign-ups". */
  label: string
  days: readonly Day[]
  /** The days before, drawn in grey behind. */
  previous?: readonly Day[] | undefined
  /** What each number is of; weeks and months are given by their first days. */
  period?: Period | undefined
}

type Period = 'day' | 'week' | 'month'

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function formatDate(date: string, period: Period): string {
  const format = period === 'month' ? monthFormat : dayFormat
  return `${period === 'week' ? 'Week of ' : ''}${format.format(new Date(`${date}T00:00:00Z`))}`
}

/** One number for each day: a line in the accent color, and what it was on the day under the pointer or the focus. */
export function DayChart({ label, days, previous, period = 'day' }: DayChartProps) {
  const id = useId()
  const [pointed, setPointed] = useState<number>()
  const values = days.map(({ count }) => count)
  const before = previous?.map(({ count }) => count)
  const top = Math.max(1, ...values, ...(before ?? []))
  const last = days.length - 1
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setPointed(Math.max(0, Math.min(last, Math.round(((event.clientX - box.left) / box.width) * last))))
  }
  const shown = pointed === undefined ? undefined : days[pointed]
  const place = pointed === undefined || last === 0 ? 0 : (pointed / last) * 100
  return (
    <figure className="chart">
      <div
        className="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={`${label} by ${period}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={pointed ?? last}
        aria-valuetext={describeDay(shown ?? days[last], label, period)}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
        onBlur={() => setPointed(undefined)}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
          if (!step) return
          event.preventDefault()
          setPointed(Math.max(0, Math.min(last, (pointed ?? last) + step)))
        }}
      >
        <span className="chart-top" aria-hidden="true">
          {top.toLocaleString('en')}
        </span>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <line className="chart-base" x1="0" x2={width} y1={height} y2={height} />
          {before && <path className="chart-before" d={linePath(before, top)} />}
          <path className="chart-area" d={`${linePath(values, top)} L${width} ${height} L0 ${height} Z`} />
          <path className="chart-line" d={linePath(values, top)} />
        </svg>
        {shown && (
          <>
            <span className="chart-marker" style={{ left: `${place}%` }} />
            <span className="chart-tip" id={id} style={{ left: `clamp(64px, ${place}%, calc(100% - 64px))` }}>
              <strong>{shown.count.toLocaleString('en')}</strong> {label}
              <br />
              {formatDate(shown.date, period)}
              {previous && pointed !== undefined && previous[pointed] && (
                <> · before: {previous[pointed].count.toLocaleString('en')}</>
              )}
            </span>
          </>
        )}
      </div>
      <figcaption className="chart-days" aria-hidden="true">
        <span>{days[0] && formatDate(days[0].date, period)}</span>
        <span>{days[last] && formatDate(days[last].date, period)}</span>
      </figcaption>
    </figure>
  )
}

function describeDay(day: Day | undefined, label: string, period: Period): string {
  return day ? `${day.count} ${label}, ${formatDate(day.date, period)}` : 'No data'
}

function linePath(values: readonly number[], top: number, room = height): string {
  const last = Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const x = (index / last) * width
    const y = height - (value / top) * room
    return `${x.toFixed(2)} ${y.toFixed(2)}`
  })
  return `M${points.join(' L')}`
}

interface BarsProps {
  label: string
  bars: readonly { name: string; count: number }[]
}

/** Parts of a whole, the largest first. */
export function Bars({ label, bars }: BarsProps) {
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  return (
    <ul className="chart-bars" aria-label={label}>
      {bars.map(({ name, count }) => (
        <li key={name}>
          <span className="ui-truncate">{name}</span>
          <span className="chart-bar" aria-hidden="true">
            <span style={{ width: `${(count / Math.max(1, total)) * 100}%` }} />
          </span>
          <span className="ui-tabular">{count.toLocaleString('en')}</span>
          <span className="ui-tabular ui-muted">{Math.round((count / Math.max(1, total)) * 100)} %</span>
        </li>
      ))}
    </ul>
  )
}
