import { useState } from 'react'
import { Select } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { DailyFigures, PeriodFigures } from './daily-figures.tsx'
import type { Range } from './search.ts'
import type { Overview } from './use-overview.ts'

const periods = { day: 'Daily', week: 'Weekly', month: 'Monthly' } as const
type Period = keyof typeof periods

/** How many people use the app, by day, week or month. */
export function ActiveCard({ overview, range }: { overview: Overview; range: Range }) {
  const [period, setPeriod] = useState<Period>('day')
  const { daily, weekly, monthly } = overview
  const toCount = ({ date, active_users }: { date: string; active_users: number }) => ({ date, count: active_users })
  const texts = { label: 'active users', empty: 'Signed-in users show up here once they use your app.' }
  return (
    <Card
      title="Active users"
      description="Users who signed in or came back"
      actions={
        <Select label="Active users by" value={period} onChange={({ target }) => setPeriod(target.value as Period)}>
          {Object.entries(periods).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      }
    >
      {period === 'day' ? (
        <DailyFigures {...texts} days={daily.map(toCount)} range={range} isAverage />
      ) : (
        <PeriodFigures {...texts} period={period} counts={(period === 'week' ? weekly : monthly).map(toCount)} />
      )}
    </Card>
  )
}
