import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'
import { type PointerEvent, useState } from 'react'
import './chart.css'

/** Lines are drawn in percent of the available space. */
const full = 100

export interface Day {
  /** For example `2026-03-31`. */
  date: string
  count: number
}

export interface DayChartProps {
  /** The name of the metric, such as "sign-ups". */
  label: string
  days: readonly Day[]
  /** The previous period, drawn in gray behind. */
  previous?: readonly Day[] | undefined
  /** The period of each number. Weeks and months are given by their first day. */
  period?: Period | undefined
}

type Period = 'day' | 'week' | 'month'

/** A line chart with one number per day, and a tooltip for the day under the pointer or focus. */
export default function DayChart({ label, days, previous = [], period = 'day' }: DayChartProps) {
  const [pointed, setPointed] = useState<number>()
  const last = days.length - 1
  const { places, heightOf, counts, dates } = scaleTo(days, previous)
  // Straight from day to day, because there is nothing in between. The last day is not over yet.
  const draw = (of: readonly Day[], from = 0) =>
    line<Day>((_, index) => places[index + from]!, heightOf)(of.slice(from)) ?? ''
  const fill = area<Day>((_, index) => places[index]!, full, heightOf)
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const place = ((event.clientX - box.left) / box.width) * full
    const distances = places.map((each) => Math.abs(each - place))
    setPointed(distances.indexOf(Math.min(...distances)))
  }
  const shown = pointed === undefined ? undefined : days[pointed]
  const before = pointed === undefined ? undefined : previous[pointed]
  return (
    <figure className="chart">
      <div className="chart-counts" aria-hidden="true">
        {counts.map((count) => (
          <span key={count}>{count.toLocaleString('en')}</span>
        ))}
      </div>
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
        <svg viewBox={`0 0 ${full} ${full}`} preserveAspectRatio="none" aria-hidden="true">
          {counts.map((count) => (
            <line key={count} className="chart-base" x2={full} y1={heightOf({ count })} y2={heightOf({ count })} />
          ))}
          <path className="chart-before" d={draw(previous)} />
          <path className="chart-area" d={fill(days) ?? ''} />
          <path className="chart-line" d={draw(days.slice(0, -1))} />
          <path className="chart-line" data-unfinished d={draw(days, Math.max(0, last - 1))} />
        </svg>
        {shown && pointed !== undefined && (
          <>
            <span className="chart-marker" style={{ left: `${places[pointed]}%` }} />
            <span className="chart-point" style={{ left: `${places[pointed]}%`, top: `${heightOf(shown)}%` }} />
            <span className="chart-tip" style={{ left: `clamp(64px, ${places[pointed]}%, calc(100% - 64px))` }}>
              <strong>{shown.count.toLocaleString('en')}</strong> {label}
              <br />
              {formatDate(shown.date, period)}
              {pointed === last && ' so far'}
              {before && <> · previously {before.count.toLocaleString('en')}</>}
            </span>
          </>
        )}
      </div>
      <figcaption className="chart-days" aria-hidden="true">
        {dates.map(({ date, place }) => (
          <span key={place} style={{ left: `${place}%` }}>
            {formatTick(date, days.length, period)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** Positions of days and counts, and the labels on the axes. */
function scaleTo(days: readonly Day[], previous: readonly Day[]) {
  const top = Math.max(1, ...days.map(({ count }) => count), ...previous.map(({ count }) => count))
  const y = scaleLinear([0, top], [full, 0]).nice(4)
  const times = days.map(({ date }) => new Date(`${date}T00:00:00Z`))
  const x = scaleUtc([times[0] ?? 0, times.at(-1) ?? 0], [0, full])
  return {
    places: times.map((time) => x(time)),
    heightOf: ({ count }: { count: number }) => y(count),
    counts: y.ticks(4).filter(Number.isInteger),
    dates: x
      .ticks(5)
      .filter((date) => date.getUTCHours() === 0)
      .map((date) => ({ date, place: x(date) })),
  }
}

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const tickFormat = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Labels the first day of a month with its name if the days between have no labels. */
function formatTick(date: Date, count: number, period: Period): string {
  const isMonthly = date.getUTCDate() === 1 && (period === 'month' || count > (period === 'week' ? 16 : 100))
  return isMonthly ? tickFormat.format(date) : dayFormat.format(date)
}

function formatDate(date: string, period: Period): string {
  const format = period === 'month' ? monthFormat : dayFormat
  return `${period === 'week' ? 'Week of ' : ''}${format.format(new Date(`${date}T00:00:00Z`))}`
}

function describeDay(day: Day | undefined, label: string, period: Period): string {
  return day ? `${day.count} ${label}, ${formatDate(day.date, period)}` : 'No data'
}
