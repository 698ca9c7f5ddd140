import type { RowOf } from '../data/data.ts'
import { RowLink } from '../parts/links.tsx'
import { Badge } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

/** Columns shared by all lists of sent emails. */
export const sentColumns = {
  subject: {
    id: 'subject',
    header: 'Subject',
    cell: ({ id, subject }) => (
      <RowLink to="/projects/$projectId/emails/sent/$emailId" params={{ emailId: id }}>
        {subject ? <bdi>{subject}</bdi> : <span className="ui-muted">No subject</span>}
      </RowLink>
    ),
  },
  status: {
    id: 'status',
    header: 'Status',
    cell: ({ error }) => (error === null ? <Badge tone="success">Sent</Badge> : <Badge tone="danger">Failed</Badge>),
  },
  when: { id: 'when', header: 'When', cell: ({ sent_at_millis }) => <Time date={sent_at_millis} /> },
} satisfies Record<string, Column<RowOf<'GET /internal/emails'>>>
