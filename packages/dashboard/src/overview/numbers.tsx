import type { Overview } from '../data/rows.ts'
import { nameOf, type Range } from './search.ts'

interface NumbersProps {
  overview: Overview
  range: Range
}

const count = new Intl.NumberFormat('en')
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** The answer to "how is it going": four numbers, each with what has changed. */
export function Numbers({ overview, range }: NumbersProps) {
  const { daily, total_users, revenue } = overview
  const days = daily.slice(-range)
  const before = daily.length >= 2 * range ? daily.slice(-2 * range, -range) : undefined
  const signUps = sum(days.map(({ sign_ups }) => sign_ups))
  const active = (some: Overview['daily']) => Math.round(sum(some.map(({ active_users }) => active_users)) / range)
  const during = `in ${nameOf(range)}`
  return (
    <dl className="overview-numbers">
      <NumberWithChange name="Users" value={count.format(total_users)} note={`+${count.format(signUps)} ${during}`} />
      <NumberWithChange
        name="Sign-ups"
        value={count.format(signUps)}
        note={during}
        change={before && [sum(before.map(({ sign_ups }) => sign_ups)), signUps]}
      />
      <NumberWithChange
        name="Active users"
        value={count.format(active(days))}
        note="a day on average"
        change={before && [active(before), active(days)]}
      />
      <NumberWithChange
        name="New sales"
        value={dollars.format(revenue.usd_cents / 100)}
        note={revenue.test_usd_cents > 0 ? `${dollars.format(revenue.test_usd_cents / 100)} in test mode` : during}
        change={[revenue.previous_usd_cents, revenue.usd_cents]}
      />
    </dl>
  )
}

interface NumberProps {
  name: string
  value: string
  note: string
  /** Compares with as many days before. */
  change?: readonly [before: number, now: number] | undefined
}

function NumberWithChange({ name, value, note, change: [before, now] = [0, 0] }: NumberProps) {
  const percent = before > 0 ? Math.round(((now - before) / before) * 100) : 0
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {percent !== 0 && (
          <span
            className="overview-change"
            data-rising={percent > 0 || undefined}
            title="Compared with the previous period"
          >
            {percent > 0 ? '+' : '−'}
            {Math.abs(percent)}%
          </span>
        )}
      </dd>
      <dd className="ui-caption">{note}</dd>
    </div>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
