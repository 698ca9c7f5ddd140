import type { ReactNode } from 'react'
import type { Overview } from '../data/rows.ts'
import { Allowed } from '../parts/role.tsx'
import { methodName } from '../people/sign-in-methods.ts'
import { Bars } from '../ui/bars.tsx'
import { Card } from '../ui/page.tsx'
import { Checklist } from './checklist.tsx'
import { Problems } from './problems.tsx'
import { UserList } from './user-list.tsx'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** What is below the chart. Loaded after it. */
export default function Details({ overview }: { overview: Overview }) {
  const { sign_up_methods, failed_sign_ins, countries } = overview
  return (
    <>
      <div className="ui-grid">
        <BarsCard
          title="Sign-ups by method"
          bars={sign_up_methods.map(({ method, users }) => ({ name: nameMethod(method), count: users }))}
        >
          How people sign up will appear here.
        </BarsCard>
        <BarsCard title="Failed sign-ins" bars={sumByName(failed_sign_ins)}>
          No sign-in has failed.
        </BarsCard>
      </div>
      <Allowed to="settings">
        <Checklist overview={overview} />
      </Allowed>
      <Problems problems={overview.problems} />
      <div className="ui-grid">
        <UserList title="Newest users" users={overview.newest_users} timeOf={(user) => user.signed_up_at_millis} />
        <BarsCard
          title="Countries"
          bars={countries
            .toSorted((a, b) => b.users - a.users)
            .slice(0, 6)
            .map(({ country, users }) => ({ name: countryNames.of(country) ?? country, count: users }))}
        >
          Countries appear here if a proxy in front of the server reports them.
        </BarsCard>
      </div>
    </>
  )
}

interface BarsCardProps {
  title: string
  bars: readonly { name: string; count: number }[]
  /** Shown without data. */
  children: ReactNode
}

function BarsCard({ title, bars, children }: BarsCardProps) {
  return (
    <Card title={title}>
      {bars.length > 0 ? <Bars label={title} bars={bars} /> : <p className="ui-muted">{children}</p>}
    </Card>
  )
}

const nameMethod = (method: string) => (method === 'none' ? 'No method yet' : methodName(method))

const reasons: Record<string, string> = {
  otp: 'Wrong or expired code',
  passkey: 'Passkey not accepted',
  'second-factor': 'Wrong second factor',
}

function sumByName(failed: Overview['failed_sign_ins']) {
  const counts = new Map<string, number>()
  for (const { method, is_known_user, attempts } of failed) {
    const name = reasons[method] ?? (is_known_user ? 'Wrong password' : 'Unknown email address')
    counts.set(name, (counts.get(name) ?? 0) + attempts)
  }
  return [...counts].map(([name, count]) => ({ name, count }))
}
