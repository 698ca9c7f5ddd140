import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { EmailsFrame } from './emails-frame.tsx'
import { NameDialog } from './name-dialog.tsx'

export default function ThemesPage() {
  const { app, id: projectId } = useProject()
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
          onSave={async (name) => {
            const { id } = await app.createEmailTheme(name)
            await navigate({ to: '/projects/$projectId/emails/themes/$themeId', params: { projectId, themeId: id } })
          }}
        />
      )}
    </EmailsFrame>
  )
}

function ThemeTable() {
  const project = useProject()
  const themes = useData(useStores().emailThemes)
  const selected = project.config.emailTheme
  const { isBusy, run } = useAction()
  const select = (id: string, name: string) =>
    run(() => project.updateConfig({ 'emails.selectedThemeId': id }), {
      done: `Emails now use ${name}.`,
      undo: () => project.updateConfig({ 'emails.selectedThemeId': selected }),
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
          cell: ({ id, displayName }) => (
            <Link
              className="ui-row-link"
              to="/projects/$projectId/emails/themes/$themeId"
              params={{ projectId: project.id, themeId: id }}
            >
              <bdi>{displayName}</bdi>
            </Link>
          ),
        },
        {
          id: 'use',
          header: 'Use',
          isHeaderHidden: true,
          align: 'end',
          cell: ({ id, displayName }) =>
            id === selected ? (
              <Badge tone="success">Project theme</Badge>
            ) : (
              <Button
                size="small"
                isBusy={isBusy}
                aria-label={`Use ${displayName} for all emails`}
                onClick={() => void select(id, displayName)}
              >
                Use for all emails
              </Button>
            ),
        },
      ]}
    />
  )
}
