import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { createColumns } from '../audit-log/columns.tsx'
import { EntryDialog } from '../audit-log/entry-dialog.tsx'
import { useActorName } from '../audit-log/use-actor-name.ts'
import { useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { AuditEntry } from '../data/rows.ts'
import { buttonLook } from '../ui/button.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

/** The latest audit log entries about the user. */
export function AuditCard({ userId }: { userId: string }) {
  const { id: projectId } = useProject()
  const { items: entries } = useData('GET /internal/audit-entries', { query: { target_id: userId, limit: 50 } })
  const nameActor = useActorName()
  const [shown, setShown] = useState<AuditEntry>()
  if (entries.length === 0) {
    return (
      <Empty icon={<ScrollText aria-hidden="true" />} title="No entries yet">
        Sign-ins and changes to this account appear here.
      </Empty>
    )
  }
  return (
    <Section
      title="Audit trail"
      description="Sign-ins and changes to this account, newest first."
      actions={
        <Link {...buttonLook()} to="/projects/$projectId/audit-log" params={{ projectId }} search={{ target: userId }}>
          Open in audit log
        </Link>
      }
    >
      <Table
        label="Audit trail"
        rows={entries}
        getId={(entry) => entry.id}
        columns={createColumns({
          actor: (entry) => (entry.actor.id === userId ? 'The user' : <bdi>{nameActor(entry)}</bdi>),
          onShow: setShown,
        })}
      />
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </Section>
  )
}
