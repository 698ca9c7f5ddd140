import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { builtInTemplateUses } from './built-in.ts'
import { EmailsFrame } from './emails-frame.tsx'
import { NameDialog } from './name-dialog.tsx'
import { useTemplates, useThemes } from './sources.ts'

export default function TemplatesPage() {
  const { id: projectId } = useProject()
  const { change } = useApi()
  const navigate = useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  return (
    <EmailsFrame
      title="Templates"
      description="The emails your users receive. Latchkey sends the built-in templates, your server sends the others."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
          Create template
        </Button>
      }
    >
      <Boundary skeleton={<TableSkeleton rows={5} />}>
        <TemplateTable />
      </Boundary>
      {isCreating && (
        <NameDialog
          title="Create template"
          action="Create template"
          placeholder="Weekly summary"
          onClose={() => setIsCreating(false)}
          onSave={async (display_name) => {
            const { id } = await change('POST /internal/email-templates', { body: { display_name } })
            await navigate({
              to: '/projects/$projectId/emails/templates/$templateId',
              params: { projectId, templateId: id },
            })
          }}
        />
      )}
    </EmailsFrame>
  )
}

function TemplateTable() {
  const { id: projectId } = useProject()
  const templates = useTemplates()
  const themes = useThemes()
  return (
    <Table
      label="Templates"
      rows={templates}
      getId={({ id }) => id}
      isLinked
      columns={[
        {
          id: 'name',
          header: 'Template',
          cell: ({ id, display_name }) => (
            <Link
              className="ui-row-link"
              to="/projects/$projectId/emails/templates/$templateId"
              params={{ projectId, templateId: id }}
            >
              <bdi>{display_name}</bdi>
            </Link>
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
