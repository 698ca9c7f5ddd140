import { lazy, Suspense } from 'react'
import type { Day, DayChartProps } from '../ui/day-chart.tsx'
import './overview.css'
import { nameOf, type Range } from './search.ts'

const DayChart = lazy(() => import('../ui/day-chart.tsx'))

interface Texts {
  label: string
  empty: string
}

/** The current week or month is incomplete, so there is no percentage. */
export function PeriodMetric({
  label,
  empty,
  period,
  counts,
}: Texts & { period: 'week' | 'month'; counts: readonly Day[] }) {
  const [before, now] = [counts.at(-2)?.count ?? 0, counts.at(-1)?.count ?? 0]
  return (
    <>
      <p className="overview-metric">
        <strong>{now.toLocaleString('en')}</strong>
        <span className="ui-muted">this {period} so far</span>
        <span className="overview-change">
          {before.toLocaleString('en')} last {period}
        </span>
      </p>
      <FilledChart label={label} days={counts} period={period} empty={empty} />
    </>
  )
}

interface DailyMetricProps extends Texts {
  days: readonly Day[]
  range: Range
  /** Users return, so daily numbers cannot be added up. */
  isAverage?: boolean
}

export function DailyMetric({ label, empty, days, range, isAverage = false }: DailyMetricProps) {
  const shown = days.slice(-range)
  const previous = days.length >= 2 * range ? days.slice(-2 * range, -range) : undefined
  const value = isAverage ? averageOf(shown) : sumOf(shown)
  const before = previous && (isAverage ? averageOf(previous) : sumOf(previous))
  return (
    <>
      <p className="overview-metric">
        <strong>{value.toLocaleString('en')}</strong>
        <span className="ui-muted">{isAverage ? 'daily average' : `in ${nameOf(range)}`}</span>
        {before !== undefined && <Change from={before} to={value} range={range} />}
      </p>
      <FilledChart label={label} days={shown} previous={previous} empty={empty} />
    </>
  )
}

/** The chart, or a hint while there is no data. */
function FilledChart({ empty, ...chart }: DayChartProps & { empty: string }) {
  if (sumOf(chart.days) + sumOf(chart.previous ?? []) > 0)
    return (
      <Suspense fallback={<div className="overview-drawing" aria-busy="true" />}>
        <DayChart {...chart} />
      </Suspense>
    )
  return <p className="ui-muted overview-empty">{empty}</p>
}

function Change({ from, to, range }: { from: number; to: number; range: Range }) {
  if (from === 0 || from === to) return null
  const percent = Math.round(((to - from) / from) * 100)
  return (
    <span className="overview-change" data-rising={percent > 0 || undefined}>
      {percent > 0 ? '+' : '−'}
      {Math.abs(percent)}% vs. previous {nameOf(range)}
    </span>
  )
}

const sumOf = (days: readonly Day[]) => days.reduce((sum, { count }) => sum + count, 0)
const averageOf = (days: readonly Day[]) => Math.round(sumOf(days) / Math.max(1, days.length))
