import { useState } from 'react'
import type { Overview } from '../data/rows.ts'
import { Select } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { DailyMetric, PeriodMetric } from './daily-metrics.tsx'
import type { Range } from './search.ts'

const periods = { day: 'Daily', week: 'Weekly', month: 'Monthly' } as const
type Period = keyof typeof periods

/** Active users by day, week or month. */
export function ActiveCard({ overview, range }: { overview: Overview; range: Range }) {
  const [period, setPeriod] = useState<Period>('day')
  const { daily, weekly, monthly } = overview
  const toCount = ({ date, active_users }: { date: string; active_users: number }) => ({ date, count: active_users })
  const texts = { label: 'active users', empty: 'Active users will appear here.' }
  return (
    <Card
      title="Active users"
      description="Users who signed in or returned"
      actions={
        <Select
          label="Active users by"
          options={periods}
          value={period}
          onChange={({ target }) => setPeriod(target.value as Period)}
        />
      }
    >
      {period === 'day' ? (
        <DailyMetric {...texts} days={daily.map(toCount)} range={range} isAverage />
      ) : (
        <PeriodMetric {...texts} period={period} counts={(period === 'week' ? weekly : monthly).map(toCount)} />
      )}
    </Card>
  )
}
