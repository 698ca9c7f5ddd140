import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useTrail } from '../data/use-trail.ts'
import { useSentColumns } from '../emails/sent-columns.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'

const pageSize = 25

/** Emails sent to the primary email address, newest first. */
export function EmailsCard({ user }: { user: User }) {
  if (user.primary_email) return <SentEmails recipient={user.primary_email} />
  return (
    <Empty icon={<Mail aria-hidden="true" />} title="No email address">
      This user has no primary email address to send emails to.
    </Empty>
  )
}

function SentEmails({ recipient }: { recipient: string }) {
  const columns = useSentColumns()
  const [cursor, setCursor] = useState<string>()
  const trail = useTrail(recipient)
  const { items, pagination } = useData('GET /internal/emails', { query: { recipient, limit: pageSize, cursor } })
  const next = pagination?.next_cursor ?? undefined
  if (items.length === 0) {
    return (
      <Empty icon={<Mail aria-hidden="true" />} title="No emails yet">
        Sign-in codes, notifications and your app’s emails to {recipient} appear here.
      </Empty>
    )
  }
  return (
    <Section title="Emails" description={`Emails sent to ${recipient}, newest first.`}>
      <Table
        label="Emails"
        rows={items}
        getId={({ id }) => id}
        isLinked
        columns={[columns.subject, columns.status, columns.when]}
      />
      {(cursor || next) && <Paging {...trail.paging(cursor, next, setCursor)}>{items.length} on this page</Paging>}
    </Section>
  )
}
