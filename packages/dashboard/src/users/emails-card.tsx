import type { ServerUser } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../app/data.ts'
import { useProject, useStores } from '../app/owner.ts'
import { useTrail } from '../app/use-trail.ts'
import { Badge, Empty, Section } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

const pageSize = 25

/** What was sent to the primary address, newest first. */
export function EmailsCard({ user }: { user: ServerUser }) {
  if (user.primaryEmail) return <SentEmails recipient={user.primaryEmail} />
  return (
    <Empty icon={<Mail aria-hidden="true" />} title="No email address">
      Without a primary email, nothing can be sent to this user.
    </Empty>
  )
}

function SentEmails({ recipient }: { recipient: string }) {
  const { id: projectId } = useProject()
  const { cached, call } = useStores()
  const [cursor, setCursor] = useState<string>()
  const trail = useTrail(recipient)
  const { items, pagination } = useData(
    cached(`sent-emails/to/${JSON.stringify([recipient, cursor])}`, () =>
      call('GET /internal/emails', { query: { recipient, limit: pageSize, ...(cursor && { cursor }) } }),
    ),
  )
  const next = pagination?.next_cursor ?? undefined
  if (items.length === 0) {
    return (
      <Empty icon={<Mail aria-hidden="true" />} title="Nothing has been sent yet">
        Sign-in codes, notices and emails of your app to {recipient} are listed here.
      </Empty>
    )
  }
  return (
    <Section title="Emails" description={`What was sent to ${recipient}, newest first.`}>
      <Table
        label="Emails"
        rows={items}
        getId={({ id }) => id}
        isLinked
        columns={[
          {
            id: 'subject',
            header: 'Subject',
            cell: ({ id, subject }) => (
              <Link
                className="ui-row-link ui-truncate"
                to="/projects/$projectId/emails/sent/$emailId"
                params={{ projectId, emailId: id }}
              >
                <bdi>{subject || 'No subject'}</bdi>
              </Link>
            ),
          },
          {
            id: 'status',
            header: 'Status',
            cell: ({ error }) =>
              error === null ? <Badge tone="success">Sent</Badge> : <Badge tone="danger">Failed</Badge>,
          },
          { id: 'when', header: 'When', cell: ({ sent_at_millis }) => <Time date={new Date(sent_at_millis)} /> },
        ]}
      />
      {(cursor || next) && (
        <Paging
          onPrevious={cursor ? () => setCursor(trail.leave()) : undefined}
          onNext={
            next
              ? () => {
                  trail.enter(cursor)
                  setCursor(next)
                }
              : undefined
          }
        >
          {items.length} on this page
        </Paging>
      )}
    </Section>
  )
}
