import type { ServerUser } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { useData } from '../app/data.ts'
import { useProject, useStores } from '../app/owner.ts'
import { Bars, type Day, DayChart } from '../ui/chart.tsx'
import { Avatar, Card } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { methodName } from '../users/sign-in-methods.ts'
import { nameOf } from '../users/user-name.ts'
import type { Range } from './search.ts'
import './overview.css'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

export function Figures({ days }: { days: Range }) {
  const metrics = useData(useStores().metrics())
  const countries = Object.entries(metrics.usersByCountry)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([code, count]) => ({ name: countryNames.of(code) ?? code, count }))
  const methods = metrics.loginMethods
    .toSorted((a, b) => b.count - a.count)
    .map(({ method, count }) => ({ name: methodName(method), count }))
  return (
    <div className="ui-stack" data-gap="large">
      <div className="ui-grid">
        <DailyCard
          title="Sign-ups"
          label="sign-ups"
          days={metrics.dailyUsers.map(toDay)}
          range={days}
          total={`${metrics.totalUsers.toLocaleString('en')} ${metrics.totalUsers === 1 ? 'user' : 'users'} in all`}
          empty="Every new account will show here."
        />
        <DailyCard
          title="Active users"
          label="active users"
          days={metrics.dailyActiveUsers.map(toDay)}
          range={days}
          isAverage
          total="Users who signed in or came back, by day"
          empty="Whoever uses your app while signed in will show here."
        />
      </div>
      <div className="ui-grid">
        <Card title="Sign-in methods">
          {methods.length > 0 ? (
            <Bars label="Sign-in methods" bars={methods} />
          ) : (
            <p className="ui-muted">The methods that users have set up will show here.</p>
          )}
        </Card>
        <Card title="Countries">
          {countries.length > 0 ? (
            <Bars label="Countries" bars={countries} />
          ) : (
            <p className="ui-muted">
              Where users come from will show here, if a proxy in front of the server tells the country.
            </p>
          )}
        </Card>
      </div>
      <div className="ui-grid">
        <UserList
          title="Newest users"
          users={metrics.recentlyRegistered as readonly ServerUser[]}
          timeOf={(user) => user.signedUpAt}
        />
        <UserList
          title="Recently active"
          users={metrics.recentlyActive as readonly ServerUser[]}
          timeOf={(user) => user.lastActiveAt}
        />
      </div>
    </div>
  )
}

const toDay = ({ date, activity }: { date: string; activity: number }): Day => ({ date, count: activity })

interface DailyCardProps {
  title: string
  label: string
  days: readonly Day[]
  range: Range
  /** People come back, so days cannot be added up. */
  isAverage?: boolean
  total: string
  empty: string
}

function DailyCard({ title, label, days, range, isAverage = false, total, empty }: DailyCardProps) {
  const shown = days.slice(-range)
  const previous = days.length >= 2 * range ? days.slice(-2 * range, -range) : undefined
  const figure = isAverage ? averageOf(shown) : sumOf(shown)
  const before = previous && (isAverage ? averageOf(previous) : sumOf(previous))
  return (
    <Card title={title} description={total}>
      <p className="overview-figure">
        <strong>{figure.toLocaleString('en')}</strong>
        <span className="ui-muted">{isAverage ? 'a day on average' : `in ${range} days`}</span>
        {before !== undefined && <Change from={before} to={figure} range={range} />}
      </p>
      {sumOf(days) === 0 ? (
        <p className="ui-muted overview-empty">{empty}</p>
      ) : (
        <DayChart label={label} days={shown} previous={previous} />
      )}
    </Card>
  )
}

function Change({ from, to, range }: { from: number; to: number; range: Range }) {
  if (from === 0 || from === to) return null
  const percent = Math.round(((to - from) / from) * 100)
  return (
    <span className="overview-change" data-rising={percent > 0 || undefined}>
      {percent > 0 ? '+' : '−'}
      {Math.abs(percent)} % vs. {range} days before
    </span>
  )
}

const sumOf = (days: readonly Day[]) => days.reduce((sum, { count }) => sum + count, 0)
const averageOf = (days: readonly Day[]) => Math.round(sumOf(days) / Math.max(1, days.length))

interface UserListProps {
  title: string
  users: readonly ServerUser[]
  timeOf: (user: ServerUser) => Date
}

function UserList({ title, users, timeOf }: UserListProps) {
  const { id: projectId } = useProject()
  return (
    <Card title={title}>
      {users.length === 0 && <p className="ui-muted">Nobody yet.</p>}
      <ul className="overview-users">
        {users.map((user) => (
          <li key={user.id}>
            <Avatar name={nameOf(user)} imageUrl={user.profileImageUrl} />
            <Link
              className="ui-row-link ui-truncate"
              to="/projects/$projectId/users/$userId"
              params={{ projectId, userId: user.id }}
            >
              <bdi>{nameOf(user)}</bdi>
            </Link>
            <span className="ui-caption">
              <Time date={timeOf(user)} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
