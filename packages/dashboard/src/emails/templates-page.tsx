import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { builtInTemplateUses } from './built-in.ts'
import { EmailsFrame } from './emails-frame.tsx'
import { NameDialog } from './name-dialog.tsx'

export default function TemplatesPage() {
  const { app, id: projectId } = useProject()
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
          onSave={async (name) => {
            const { id } = await app.createEmailTemplate(name)
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
  const stores = useStores()
  const templates = useData(stores.emailTemplates)
  const themes = useData(stores.emailThemes)
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
          cell: ({ id, displayName }) => (
            <Link
              className="ui-row-link"
              to="/projects/$projectId/emails/templates/$templateId"
              params={{ projectId, templateId: id }}
            >
              <bdi>{displayName}</bdi>
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
          cell: ({ themeId }) =>
            themeId === false
              ? 'None'
              : (themes.find(({ id }) => id === themeId)?.displayName ?? (
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
