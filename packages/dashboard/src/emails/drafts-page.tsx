import { Link, useNavigate } from '@tanstack/react-router'
import { PenLine, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { EmailsFrame } from './emails-frame.tsx'
import { NameDialog } from './name-dialog.tsx'
import { SendTable } from './send-table.tsx'
import { useDrafts } from './sources.ts'

export default function DraftsPage() {
  const { id: projectId } = useProject()
  const { change } = useApi()
  const navigate = useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
      Write email
    </Button>
  )
  return (
    <EmailsFrame title="Drafts" description="Emails that you write and send to all or selected users." actions={create}>
      <div className="ui-stack" data-gap="section">
        <Boundary skeleton={<TableSkeleton rows={3} />}>
          <DraftTable create={create} />
        </Boundary>
        <Boundary skeleton={<TableSkeleton rows={2} />}>
          <SendTable />
        </Boundary>
      </div>
      {isCreating && (
        <NameDialog
          title="Write email"
          action="Create draft"
          placeholder="Spring newsletter"
          onClose={() => setIsCreating(false)}
          onSave={async (display_name) => {
            const { id } = await change('POST /internal/email-drafts', { body: { display_name } })
            await navigate({ to: '/projects/$projectId/emails/drafts/$draftId', params: { projectId, draftId: id } })
          }}
        />
      )}
    </EmailsFrame>
  )
}

function DraftTable({ create }: { create: React.ReactNode }) {
  const { id: projectId } = useProject()
  const drafts = useDrafts()
  if (drafts.length === 0) {
    return (
      <Empty icon={<PenLine aria-hidden="true" />} title="No drafts yet" action={create}>
        Write a newsletter or an announcement, preview it for desktop and phone, and send it when it is ready.
      </Empty>
    )
  }
  return (
    <Section title="Drafts">
      <Table
        label="Drafts"
        rows={drafts}
        getId={({ id }) => id}
        isLinked
        columns={[
          {
            id: 'name',
            header: 'Draft',
            cell: ({ id, display_name }) => (
              <Link
                className="ui-row-link"
                to="/projects/$projectId/emails/drafts/$draftId"
                params={{ projectId, draftId: id }}
              >
                <bdi>{display_name}</bdi>
              </Link>
            ),
          },
          {
            id: 'sent',
            header: 'Last sent',
            align: 'end',
            cell: ({ sent_at_millis: sent }) => (sent ? <Time date={sent} /> : <span className="ui-muted">never</span>),
          },
        ]}
      />
    </Section>
  )
}
