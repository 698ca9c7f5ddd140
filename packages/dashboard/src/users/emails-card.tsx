import { Mail } from 'lucide-react'
import { useData } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { usePages } from '../data/use-list.ts'
import { sentColumns } from '../emails/sent-columns.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'

const pageSize = 25

/** Emails sent to the primary email address, newest first. */
export function EmailsCard({ user }: { user: User }) {
  if (user.primary_email) return <SentEmails recipient={user.primary_email} />
  return (
    <Empty icon={<Mail />} title="No email address">
      This user has no primary email address to send emails to.
    </Empty>
  )
}

function SentEmails({ recipient }: { recipient: string }) {
  const { cursor, paging } = usePages(recipient)
  const { items, pagination } = useData('GET /internal/emails', { query: { recipient, limit: pageSize, cursor } })
  if (items.length === 0) {
    return (
      <Empty icon={<Mail />} title="No emails yet">
        Sign-in codes, notifications and your app’s emails to {recipient} appear here.
      </Empty>
    )
  }
  return (
    <Section title="Emails" description={`Emails sent to ${recipient}, newest first.`}>
      <Table label="Emails" rows={items} columns={[sentColumns.subject, sentColumns.status, sentColumns.when]} />
      <Paging {...paging(pagination?.next_cursor)} count={items.length} nouns={['email', 'emails']} />
    </Section>
  )
}
