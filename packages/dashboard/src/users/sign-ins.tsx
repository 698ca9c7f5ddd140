import { CircleX } from 'lucide-react'
import { useData } from '../data/data.ts'
import type { AuditEntry } from '../data/rows.ts'
import { ProjectLink } from '../parts/links.tsx'
import { methodName } from '../people/sign-in-methods.ts'
import { buttonLook } from '../ui/button.tsx'
import { Section } from '../ui/page.tsx'
import { formatDay } from '../ui/time.tsx'
import { MethodIcon } from './method-icons.tsx'

const shown = 25

/** When, how and from where the user signed in or tried to, newest first, by day. */
export function SignIns({ userId }: { userId: string }) {
  const query = { target_id: userId, limit: shown }
  const { items: succeeded } = useData('GET /internal/audit-entries', { query: { ...query, action: 'user.signed_in' } })
  const { items: failed } = useData('GET /internal/audit-entries', {
    query: { ...query, action: 'user.sign_in_failed' },
  })
  const entries = [...succeeded, ...failed].sort((a, b) => b.happened_at_millis - a.happened_at_millis).slice(0, shown)
  const days = new Map<string, AuditEntry[]>()
  for (const entry of entries) {
    const day = formatDay(entry.happened_at_millis)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return (
    <Section
      title="Sign-ins"
      description={`The last ${shown} sign-ins and failed attempts.`}
      actions={
        <>
          <ProjectLink {...buttonLook({ size: 'small' })} to="/projects/$projectId/failures" search={{ user: userId }}>
            Why did it fail?
          </ProjectLink>
          <ProjectLink
            {...buttonLook({ size: 'small' })}
            to="/projects/$projectId/audit-log"
            search={{ target: userId, action: 'user.signed_in' }}
          >
            All sign-ins
          </ProjectLink>
        </>
      }
    >
      {days.size === 0 && <p className="ui-muted">This user has not signed in yet.</p>}
      {[...days].map(([day, ofDay]) => (
        <div key={day} className="users-day">
          <h3>{day}</h3>
          <ol>
            {ofDay.map((entry) => (
              <SignIn key={entry.id} entry={entry} />
            ))}
          </ol>
        </div>
      ))}
    </Section>
  )
}

const ways: Record<string, string> = {
  password: 'with a password',
  otp: 'with a magic link or code',
  passkey: 'with a passkey',
  oauth: 'with a provider',
  'second-factor': 'with a second factor',
  anonymous: 'anonymously',
  cli: 'on the command line',
}
const timeOfDay = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

function SignIn({ entry }: { entry: AuditEntry }) {
  const { method } = (entry.details ?? {}) as { method?: string | null }
  const hasFailed = entry.action === 'user.sign_in_failed'
  const by = method ? ` ${ways[method] ?? `with ${methodName(method)}`}` : ''
  return (
    <li data-failed={hasFailed || undefined}>
      <span className="users-day-icon">{hasFailed ? <CircleX /> : <MethodIcon method={method ?? 'session'} />}</span>
      <span>
        {hasFailed ? `Could not sign in${by}` : `Signed in${by}`}
        {entry.ip_address && <span className="ui-muted"> from {entry.ip_address}</span>}
      </span>
      <time className="ui-muted ui-tabular" dateTime={new Date(entry.happened_at_millis).toISOString()}>
        {timeOfDay.format(entry.happened_at_millis)}
      </time>
    </li>
  )
}
