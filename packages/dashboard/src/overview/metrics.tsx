import type { Overview } from '../data/rows.ts'
import { methodName } from '../people/sign-in-methods.ts'
import { Bars } from '../ui/bars.tsx'
import { Card } from '../ui/page.tsx'
import { ActiveCard } from './active-card.tsx'
import { DailyMetric } from './daily-metrics.tsx'
import type { Range } from './search.ts'
import { UserList } from './user-list.tsx'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

interface MetricsProps {
  overview: Overview
  range: Range
}

export function Metrics({ overview, range }: MetricsProps) {
  const { daily, total_users } = overview
  const countries = overview.countries
    .toSorted((a, b) => b.users - a.users)
    .slice(0, 6)
    .map(({ country, users }) => ({ name: countryNames.of(country) ?? country, count: users }))
  const methods = overview.methods
    .toSorted((a, b) => b.users - a.users)
    .map(({ method, users }) => ({ name: methodName(method), count: users }))
  return (
    <>
      <ActiveCard overview={overview} range={range} />
      <div className="ui-grid">
        <Card
          title="Sign-ups"
          description={`${total_users.toLocaleString('en')} ${total_users === 1 ? 'user' : 'users'} in total`}
        >
          <DailyMetric
            label="sign-ups"
            days={daily.map(({ date, sign_ups }) => ({ date, count: sign_ups }))}
            range={range}
            empty="New accounts will appear here."
          />
        </Card>
        <Card title="Sessions" description="One per sign-in">
          <DailyMetric
            label="new sessions"
            days={daily.map(({ date, sessions }) => ({ date, count: sessions }))}
            range={range}
            empty="Sign-ins will appear here."
          />
        </Card>
      </div>
      <div className="ui-grid">
        <Card title="Sign-in methods">
          {methods.length > 0 ? (
            <Bars label="Sign-in methods" bars={methods} />
          ) : (
            <p className="ui-muted">Your users’ sign-in methods will appear here.</p>
          )}
        </Card>
        <Card title="Countries">
          {countries.length > 0 ? (
            <Bars label="Countries" bars={countries} />
          ) : (
            <p className="ui-muted">Countries appear here if a proxy in front of the server reports them.</p>
          )}
        </Card>
      </div>
      <div className="ui-grid">
        <UserList
          title="Newest users"
          users={overview.newest_users}
          timeOf={({ signed_up_at_millis }) => signed_up_at_millis}
        />
        <UserList
          title="Recently active"
          users={overview.recently_active_users}
          timeOf={({ last_active_at_millis }) => last_active_at_millis}
        />
      </div>
    </>
  )
}
