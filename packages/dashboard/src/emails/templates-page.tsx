import { Plus } from 'lucide-react'
import { useApi } from '../data/data.ts'
import { Boundary } from '../parts/boundary.tsx'
import { RowLink, useProjectNavigate } from '../parts/links.tsx'
import { Badge } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { builtInTemplateUses } from './built-in.ts'
import { EmailsFrame } from './emails-frame.tsx'
import { NameButton } from './name-dialog.tsx'
import { useTemplates, useThemes } from './sources.ts'

export default function TemplatesPage() {
  const { change } = useApi()
  const navigate = useProjectNavigate()
  return (
    <EmailsFrame
      title="Templates"
      description="The emails your users receive. Latchkey sends the built-in templates, your server sends the others."
      actions={
        <NameButton
          variant="primary"
          icon={<Plus />}
          title="Create template"
          action="Create template"
          placeholder="Weekly summary"
          onSave={async (display_name) => {
            const { id } = await change('POST /internal/email-templates', { body: { display_name } })
            await navigate({ to: '/projects/$projectId/emails/templates/$templateId', params: { templateId: id } })
          }}
        >
          Create template
        </NameButton>
      }
    >
      <Boundary skeleton={<TableSkeleton rows={5} />}>
        <TemplateTable />
      </Boundary>
    </EmailsFrame>
  )
}

function TemplateTable() {
  const templates = useTemplates()
  const themes = useThemes()
  return (
    <Table
      label="Templates"
      rows={templates}
      columns={[
        {
          id: 'name',
          header: 'Template',
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
          cell: ({ id }) => builtInTemplateUses[id] ?? <span className="ui-muted">by your server</span>,
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
          cell: ({ id }) => (builtInTemplateUses[id] ? <Badge>Built-in</Badge> : null),
        },
      ]}
    />
  )
}
