import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi, useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { EmailsFrame } from './emails-frame.tsx'
import { NameDialog } from './name-dialog.tsx'
import { useThemes } from './sources.ts'

export default function ThemesPage() {
  const { id: projectId } = useProject()
  const { change } = useApi()
  const navigate = useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  return (
    <EmailsFrame
      title="Themes"
      description="The layout of every email: logo, colors and footer."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
          Create theme
        </Button>
      }
    >
      <Boundary skeleton={<TableSkeleton rows={3} />}>
        <ThemeTable />
      </Boundary>
      {isCreating && (
        <NameDialog
          title="Create theme"
          action="Create theme"
          placeholder="Our colors"
          onClose={() => setIsCreating(false)}
          onSave={async (display_name) => {
            const { id } = await change('POST /internal/email-themes', { body: { display_name } })
            await navigate({ to: '/projects/$projectId/emails/themes/$themeId', params: { projectId, themeId: id } })
          }}
        />
      )}
    </EmailsFrame>
  )
}

function ThemeTable() {
  const project = useProject()
  const themes = useThemes()
  const selected = project.config.email_theme
  const { updateConfig } = useProjectChanges()
  const { isBusy, run } = useAction()
  const select = (id: string, name: string) =>
    run(() => updateConfig({ 'emails.selectedThemeId': id }), {
      done: `Emails now use ${name}.`,
      undo: () => updateConfig({ 'emails.selectedThemeId': selected }),
    })
  return (
    <Table
      label="Themes"
      rows={themes}
      getId={({ id }) => id}
      isLinked
      columns={[
        {
          id: 'name',
          header: 'Theme',
          cell: ({ id, display_name }) => (
            <Link
              className="ui-row-link"
              to="/projects/$projectId/emails/themes/$themeId"
              params={{ projectId: project.id, themeId: id }}
            >
              <bdi>{display_name}</bdi>
            </Link>
          ),
        },
        {
          id: 'use',
          header: 'Use',
          isHeaderHidden: true,
          align: 'end',
          cell: ({ id, display_name }) =>
            id === selected ? (
              <Badge tone="success">Project theme</Badge>
            ) : (
              <Button
                size="small"
                isBusy={isBusy}
                aria-label={`Use ${display_name} for all emails`}
                onClick={() => void select(id, display_name)}
              >
                Use for all emails
              </Button>
            ),
        },
      ]}
    />
  )
}
