import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Overview } from '../data/rows.ts'
import { ProjectLink } from '../parts/links.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Card } from '../ui/page.tsx'
import { formatDay } from '../ui/time.tsx'

/** Current and upcoming problems, each with a link to the fix. Renders nothing if there are none. */
export function Problems({ problems }: { problems: Overview['problems'] }) {
  const { failed_emails, failing_webhooks, expiring_keys } = problems
  const look = buttonLook({ size: 'small' })
  const found: { key: string; title: ReactNode; text: string; link: ReactNode }[] = []
  if (failed_emails > 0) {
    found.push({
      key: 'emails',
      title: failed_emails === 1 ? 'An email could not be sent' : `${countOf(failed_emails)} emails could not be sent`,
      text: 'In the last seven days. Open the log to see the reasons and resend them.',
      link: (
        <ProjectLink {...look} to="/projects/$projectId/emails/sent" search={{ status: 'failed' }}>
          View failed emails
        </ProjectLink>
      ),
    })
  }
  for (const { id, url, is_disabled } of failing_webhooks) {
    found.push({
      key: id,
      title: (
        <>
          Webhooks to <bdi>{url}</bdi> are failing
        </>
      ),
      text: is_disabled
        ? 'The endpoint was disabled because it kept failing or is gone.'
        : 'Failed messages are retried for a day, then the endpoint is disabled.',
      link: (
        <ProjectLink {...look} to="/projects/$projectId/webhooks/$endpointId" params={{ endpointId: id }}>
          View deliveries
        </ProjectLink>
      ),
    })
  }
  for (const { id, description, expires_at_millis, is_replaced } of expiring_keys) {
    const isOver = expires_at_millis <= Date.now()
    found.push({
      key: id,
      title: (
        <>
          The API keys “<bdi>{description || 'Unnamed'}</bdi>”{' '}
          {isOver ? 'have expired' : is_replaced ? 'are still in use' : 'expire soon'}
        </>
      ),
      text: is_replaced
        ? `They were replaced and stop working on ${formatDay(expires_at_millis)}. Update the app that uses them.`
        : `On ${formatDay(expires_at_millis)}. Create new keys, and revoke these once no app uses them.`,
      link: (
        <ProjectLink {...look} to="/projects/$projectId/api-keys">
          Open API keys
        </ProjectLink>
      ),
    })
  }
  if (found.length === 0) return null
  return (
    <Card title="Needs attention">
      <ul className="ui-list checklist">
        {found.map(({ key, title, text, link }) => (
          <li key={key}>
            <TriangleAlert />
            <div>
              <strong>{title}</strong>
              <div className="ui-muted">{text}</div>
            </div>
            {link}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The server stops counting here. */
function countOf(count: number): string {
  return count >= 1_000 ? 'More than 1,000' : count.toLocaleString('en')
}
