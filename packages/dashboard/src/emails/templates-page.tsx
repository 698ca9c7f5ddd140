import { Plus } from 'lucide-react'
import { useApi } from '../data/data.ts'
import { Boundary } from '../parts/boundary.tsx'
import { RowLink, useProjectNavigate } from '../parts/links.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { builtInTemplateUses } from './built-in.ts'
import { EmailsFrame } from './emails-frame.tsx'
import { NameButton } from './name-dialog.tsx'
import { OwnTextNotice } from './own-text-notice.tsx'
import { type Template, useAllowsOwnText, useTemplateList, useThemes } from './sources.ts'
import { newEmail } from './starter.ts'

export default function TemplatesPage() {
  const { change } = useApi()
  const navigate = useProjectNavigate()
  const isLimited = useAllowsOwnText() === false
  return (
    <EmailsFrame
      changes="settings"
      title="Templates"
      description="The emails your users receive. Latchkey sends the built-in templates, your server sends the others."
      actions={
        <NameButton
          variant="primary"
          icon={<Plus />}
          disabled={isLimited}
          title="Create template"
          action="Create template"
          placeholder="Weekly summary"
          onSave={async (display_name) => {
            const { id } = await change('POST /internal/email-templates', {
              body: { display_name, document: newEmail(display_name, 'Transactional') },
            })
            await navigate({ to: '/projects/$projectId/emails/templates/$templateId', params: { templateId: id } })
          }}
        >
          Create template
        </NameButton>
      }
    >
      <Boundary skeleton={<TableSkeleton rows={5} />}>
        <TemplateTables />
      </Boundary>
    </EmailsFrame>
  )
}

function TemplateTables() {
  const { templates: all, allows_own_text: allowsOwnText } = useTemplateList()
  const notices = all.filter(({ is_notice }) => is_notice)
  return (
    <div className="ui-stack" data-gap="section">
      {!allowsOwnText && <OwnTextNotice />}
      <TemplateTable label="Templates" templates={all.filter(({ is_notice }) => !is_notice)} />
      {notices.length > 0 && (
        <Section title="Notices" description="Emails about changes to a user’s account, and codes that confirm them.">
          <TemplateTable label="Notices" templates={notices} />
        </Section>
      )}
    </div>
  )
}

function TemplateTable({ label, templates }: { label: string; templates: readonly Template[] }) {
  const themes = useThemes()
  return (
    <Table
      label={label}
      rows={templates}
      columns={[
        {
          id: 'name',
          header: label === 'Notices' ? 'Notice' : 'Template',
          cell: ({ id, display_name }) => (
            <RowLink to="/projects/$projectId/emails/templates/$templateId" params={{ templateId: id }}>
              <bdi>{display_name}</bdi>
            </RowLink>
          ),
        },
        {
          id: 'use',
          header: 'Sent',
          priority: 'low',
          cell: ({ id, is_notice }) =>
            builtInTemplateUses[id] ?? (
              <span className="ui-muted">{is_notice ? 'when this happens' : 'by your server'}</span>
            ),
        },
        {
          id: 'theme',
          header: 'Theme',
          priority: 'medium',
          cell: ({ theme_id }) =>
            theme_id === false
              ? 'None'
              : (themes.find(({ id }) => id === theme_id)?.display_name ?? (
                  <span className="ui-muted">Project theme</span>
                )),
        },
        {
          id: 'type',
          header: 'Type',
          isHeaderHidden: true,
          align: 'end',
          cell: ({ kind, is_changed, document }) => (
            <>
              {!document && <Badge>Code</Badge>}{' '}
              {kind && (is_changed ? <Badge tone="accent">Edited</Badge> : <Badge>Built-in</Badge>)}
            </>
          ),
        },
      ]}
    />
  )
}
