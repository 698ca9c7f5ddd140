import { ScrollText } from 'lucide-react'
import { createColumns } from '../audit-log/columns.tsx'
import { useData } from '../data/data.ts'
import { ProjectLink } from '../parts/links.tsx'
import { namesFrom } from '../people/subjects.ts'
import { buttonLook } from '../ui/button.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

/** The latest audit log entries about the user. */
export function AuditCard({ userId }: { userId: string }) {
  const query = { target_id: userId, limit: 50 }
  const { items: entries, subjects } = useData('GET /internal/audit-entries', { query })
  if (entries.length === 0) {
    return (
      <Empty icon={<ScrollText />} title="No entries yet">
        Sign-ins and changes to this account appear here.
      </Empty>
    )
  }
  return (
    <Section
      title="Audit trail"
      description="Sign-ins and changes to this account, newest first."
      actions={
        <ProjectLink {...buttonLook()} to="/projects/$projectId/audit-log" search={{ target: userId }}>
          Open in audit log
        </ProjectLink>
      }
    >
      <Table label="Audit trail" rows={entries} columns={createColumns({ names: namesFrom(subjects) })} />
    </Section>
  )
}
