import { getRouteApi } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { nullIfMissing, type Reply } from '../data/call.ts'
import { useApi, useLoaded } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { useMay } from '../parts/role.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Badge, Card, Empty, Facts, Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { EmailFrame } from './email-frame.tsx'
import './emails.css'
import { languageName } from '../data/language-name.ts'
import { Missing } from './missing.tsx'
import { reasonOf } from './reason.ts'

const route = getRouteApi('/owner/projects/$projectId/emails/sent/$emailId')

export default function SentEmailPage() {
  const { emailId } = route.useParams()
  const request = { params: { id: emailId } }
  const email = useLoaded('GET /internal/emails/{id}', request, (call) =>
    call('GET /internal/emails/{id}', request).catch(nullIfMissing),
  )
  return email ? <SentEmail email={email} /> : <Missing noun="email" />
}

type Email = Reply<'GET /internal/emails/{id}'>

const statuses = {
  sent: <Badge tone="success">Sent</Badge>,
  retrying: <Badge tone="accent">Retrying</Badge>,
  failed: <Badge tone="danger">Failed</Badge>,
}

function Reason({ email: { id, error } }: { email: Email }) {
  return (
    <>
      {reasonOf(error)}{' '}
      <ProjectLink to="/projects/$projectId/failures" search={{ id: `email.${id}` }}>
        Why did this fail?
      </ProjectLink>
    </>
  )
}

function SentEmail({ email }: { email: Email }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const may = useMay()
  const { id, subject, to, status, sender_config: sender, html } = email
  const title = subject || 'No subject'
  useCrumb(title)
  const resend = () =>
    run(() => change('POST /internal/emails/{id}/resend', { params: { id }, body: {} }), {
      done: 'The email is being sent again.',
    })
  return (
    <Page
      title={title}
      description={<CopyableId id={id} name="email ID" />}
      actions={
        email.can_resend &&
        may('settings') && (
          <Button variant="primary" icon={<RotateCw />} isBusy={isBusy} onClick={() => void resend()}>
            Send again
          </Button>
        )
      }
    >
      <div className="ui-stack" data-gap="large">
        <Card title="Delivery">
          <Facts
            facts={[
              ['Status', statuses[status]],
              ...(email.error === null ? [] : [['Reason', <Reason key="reason" email={email} />] as const]),
              ...(status === 'retrying' ? [['Next', 'It will be retried automatically.'] as const] : []),
              ...(status === 'failed' && !email.can_resend
                ? [
                    [
                      'Next',
                      'It cannot be resent: its content has expired or was never stored, or a later attempt succeeded.',
                    ] as const,
                  ]
                : []),
              ['To', <bdi key="to">{to.join(', ')}</bdi>],
              ['From', <bdi key="from">{`${sender.sender_name} <${sender.sender_email}>`}</bdi>],
              ...(email.locale === null ? [] : [['Language', languageName(email.locale)] as const]),
              ['Kind', nameOfKind(email.template)],
              ['Email server', sender.type === 'shared' ? 'Shared server' : `${sender.host}:${sender.port}`],
              ['When', <Time key="when" date={email.sent_at_millis} />],
            ]}
          />
        </Card>
        <Card title="Email" description="Codes and links meant for the recipient only are replaced with “…”.">
          {html === null ? (
            <Empty icon={<RotateCw />} title="Content not available" isFramed={false}>
              Email content is kept for a few days. The content of test emails is not stored.
            </Empty>
          ) : (
            <div className="emails-preview">
              <EmailFrame title="The email" html={html} />
            </div>
          )}
        </Card>
      </div>
    </Page>
  )
}

/** "team_invitation" → "Team invitation". */
function nameOfKind(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
