import { Link } from '@tanstack/react-router'
import { useProject } from '../data/owner.ts'
import { Badge } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

interface SentEmail {
  id: string
  subject: string
  error: unknown
  sent_at_millis: number
}

/** Columns shared by all lists of sent emails. */
export function useSentColumns() {
  const { id: projectId } = useProject()
  return {
    subject: {
      id: 'subject',
      header: 'Subject',
      cell: ({ id, subject }) => (
        <Link
          className="ui-row-link"
          to="/projects/$projectId/emails/sent/$emailId"
          params={{ projectId, emailId: id }}
        >
          {subject ? <bdi>{subject}</bdi> : <span className="ui-muted">No subject</span>}
        </Link>
      ),
    },
    status: {
      id: 'status',
      header: 'Status',
      cell: ({ error }) => (error === null ? <Badge tone="success">Sent</Badge> : <Badge tone="danger">Failed</Badge>),
    },
    when: { id: 'when', header: 'When', cell: ({ sent_at_millis }) => <Time date={new Date(sent_at_millis)} /> },
  } satisfies Record<string, Column<SentEmail>>
}
