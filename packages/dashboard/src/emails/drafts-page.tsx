import { PenLine, Plus } from 'lucide-react'
import { useApi } from '../data/data.ts'
import { Boundary } from '../parts/boundary.tsx'
import { RowLink, useProjectNavigate } from '../parts/links.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { EmailsFrame } from './emails-frame.tsx'
import { NameButton } from './name-dialog.tsx'
import { OwnTextNotice } from './own-text-notice.tsx'
import { SendTable } from './send-table.tsx'
import { useAllowsOwnText, useDrafts } from './sources.ts'
import { newEmail } from './starter.ts'

export default function DraftsPage() {
  const isLimited = useAllowsOwnText() === false
  return (
    <EmailsFrame
      changes="settings"
      title="Drafts"
      description="Emails that you write and send to all or selected users."
      actions={<WriteEmail />}
    >
      <div className="ui-stack" data-gap="section">
        {isLimited && <OwnTextNotice />}
        <Boundary skeleton={<TableSkeleton rows={3} />}>
          <DraftTable />
        </Boundary>
        <Boundary skeleton={<TableSkeleton rows={2} />}>
          <SendTable />
        </Boundary>
      </div>
    </EmailsFrame>
  )
}

function WriteEmail() {
  const { change } = useApi()
  const navigate = useProjectNavigate()
  return (
    <NameButton
      variant="primary"
      icon={<Plus />}
      disabled={useAllowsOwnText() === false}
      title="Write email"
      action="Create draft"
      placeholder="Spring newsletter"
      onSave={async (display_name) => {
        const { id } = await change('POST /internal/email-drafts', {
          body: { display_name, document: newEmail(display_name, 'Marketing') },
        })
        await navigate({ to: '/projects/$projectId/emails/drafts/$draftId', params: { draftId: id } })
      }}
    >
      Write email
    </NameButton>
  )
}

function DraftTable() {
  const drafts = useDrafts()
  if (drafts.length === 0) {
    return (
      <Empty icon={<PenLine />} title="No drafts yet" action={<WriteEmail />}>
        Write a newsletter or an announcement, preview it for desktop and phone, and send it when it is ready.
      </Empty>
    )
  }
  return (
    <Section title="Drafts">
      <Table
        label="Drafts"
        rows={drafts}
        columns={[
          {
            id: 'name',
            header: 'Draft',
            cell: ({ id, display_name }) => (
              <RowLink to="/projects/$projectId/emails/drafts/$draftId" params={{ draftId: id }}>
                <bdi>{display_name}</bdi>
              </RowLink>
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
