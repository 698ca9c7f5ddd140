import type { ReactNode } from 'react'
import type { Overview } from '../data/rows.ts'
import { ProjectLink } from '../parts/links.tsx'
import { Allowed } from '../parts/role.tsx'
import { methodName } from '../people/sign-in-methods.ts'
import { Bars } from '../ui/bars.tsx'
import { buttonLook } from '../ui/button.tsx'
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
        <BarsCard
          title="Failed sign-ins"
          bars={sumByReason(failed_sign_ins)}
          actions={
            failed_sign_ins.length > 0 && (
              <ProjectLink {...buttonLook({ size: 'small' })} to="/projects/$projectId/failures">
                View failures
              </ProjectLink>
            )
          }
        >
          No failed sign-ins.
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
  actions?: ReactNode
  /** Shown without data. */
  children: ReactNode
}

function BarsCard({ title, bars, actions, children }: BarsCardProps) {
  return (
    <Card title={title} actions={actions}>
      {bars.length > 0 ? <Bars label={title} bars={bars} /> : <p className="ui-muted">{children}</p>}
    </Card>
  )
}

const nameMethod = (method: string) => (method === 'none' ? 'No method yet' : methodName(method))

const reasons: Record<string, string> = {
  INVALID_RECOVERY_CODE: 'Wrong second factor',
  INVALID_TOTP_CODE: 'Wrong second factor',
  INTERNAL_ERROR: 'Server error',
  OAUTH_PROVIDER_ACCESS_DENIED: 'Canceled at the provider',
  PASSKEY_AUTHENTICATION_FAILED: 'Passkey not accepted',
  RATE_LIMITED: 'Too many attempts',
  SIGN_UP_NOT_ENABLED: 'Sign-up turned off',
  USER_IS_RESTRICTED: 'Restricted user',
}

type FailedSignIn = Overview['failed_sign_ins'][number]

function reasonOf({ code, method, is_known_user }: FailedSignIn): string {
  if (code === 'EMAIL_PASSWORD_MISMATCH') return is_known_user ? 'Wrong password' : 'Unknown email address'
  if (code.startsWith('VERIFICATION_CODE_')) return 'Wrong or expired code'
  return reasons[code] ?? (method === 'oauth' ? 'Provider sign-in failed' : 'Other reasons')
}

function sumByReason(failed: readonly FailedSignIn[]) {
  const counts = new Map<string, number>()
  for (const each of failed) {
    const reason = reasonOf(each)
    counts.set(reason, (counts.get(reason) ?? 0) + each.attempts)
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
}
