import { lazy, Suspense, useState } from 'react'
import type { Overview } from '../data/rows.ts'
import { Select } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import type { Range } from './search.ts'

const DayChart = lazy(() => import('../ui/day-chart.tsx'))

const metrics = {
  active: { name: 'Active users', label: 'active users', field: 'active_users', empty: 'Active users' },
  signUps: { name: 'Sign-ups', label: 'sign-ups', field: 'sign_ups', empty: 'New accounts' },
  sessions: { name: 'Sign-ins', label: 'sign-ins', field: 'sessions', empty: 'Sign-ins' },
} as const
const periods = { day: 'Daily', week: 'Weekly', month: 'Monthly' } as const

type Counted = { date: string; active_users: number }

/** One metric by day, compared with the time before; active users also by week and month. */
export function MainChart({ overview, range }: { overview: Overview; range: Range }) {
  const [metric, setMetric] = useState<keyof typeof metrics>('active')
  const [chosen, setPeriod] = useState<keyof typeof periods>('day')
  const { name, label, field, empty } = metrics[metric]
  const period = metric === 'active' ? chosen : 'day'
  const { daily, weekly, monthly } = overview
  const all =
    period === 'day'
      ? daily.map((day) => ({ date: day.date, count: day[field] }))
      : (period === 'week' ? weekly : monthly).map(({ date, active_users }: Counted) => ({ date, count: active_users }))
  const days = period === 'day' ? all.slice(-range) : all
  const previous = period === 'day' && all.length >= 2 * range ? all.slice(-2 * range, -range) : undefined
  return (
    <Card
      title={name}
      actions={
        <span className="ui-row">
          <Select
            label="Metric"
            options={Object.entries(metrics).map(([id, each]) => [id, each.name] as const)}
            value={metric}
            onChange={({ target }) => setMetric(target.value as keyof typeof metrics)}
          />
          {metric === 'active' && (
            <Select
              label="Active users by"
              options={periods}
              value={period}
              onChange={({ target }) => setPeriod(target.value as keyof typeof periods)}
            />
          )}
        </span>
      }
    >
      {all.some(({ count }) => count > 0) ? (
        <Suspense fallback={<div className="overview-drawing" aria-busy="true" />}>
          <DayChart label={label} days={days} previous={previous} period={period} />
        </Suspense>
      ) : (
        <p className="ui-muted overview-empty">{empty} will appear here.</p>
      )}
    </Card>
  )
}
