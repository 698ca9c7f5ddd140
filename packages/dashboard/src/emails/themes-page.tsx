import { Plus } from 'lucide-react'
import { useApi, useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { RowLink, useProjectNavigate } from '../parts/links.tsx'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { EmailsFrame } from './emails-frame.tsx'
import { NameButton } from './name-dialog.tsx'
import { OwnTextNotice } from './own-text-notice.tsx'
import { useTemplateList, useThemes } from './sources.ts'

export default function ThemesPage() {
  const { change } = useApi()
  const navigate = useProjectNavigate()
  return (
    <EmailsFrame
      changes="settings"
      title="Themes"
      description="The layout of every email: logo, colors and footer."
      actions={
        <NameButton
          variant="primary"
          icon={<Plus />}
          title="Create theme"
          action="Create theme"
          placeholder="Our colors"
          onSave={async (display_name) => {
            const { id } = await change('POST /internal/email-themes', { body: { display_name } })
            await navigate({ to: '/projects/$projectId/emails/themes/$themeId', params: { themeId: id } })
          }}
        >
          Create theme
        </NameButton>
      }
    >
      <Boundary skeleton={<TableSkeleton rows={3} />}>
        <ThemeTable />
      </Boundary>
    </EmailsFrame>
  )
}

function ThemeTable() {
  const themes = useThemes()
  const { allows_own_text: allowsOwnText } = useTemplateList()
  const { config, revision } = useProject()
  const { email_theme: selected } = config
  const { updateConfig } = useProjectChanges()
  const { isBusy, run } = useAction()
  const select = (id: string, name: string) =>
    run(() => updateConfig({ 'emails.selectedThemeId': id }, revision), {
      done: `Emails now use ${name}.`,
      undo: (saved) => updateConfig({ 'emails.selectedThemeId': selected }, saved.revision),
    })
  return (
    <div className="ui-stack" data-gap="large">
      {!allowsOwnText && <OwnTextNotice />}
      <Table
        label="Themes"
        rows={themes}
        columns={[
          {
            id: 'name',
            header: 'Theme',
            cell: ({ id, display_name }) => (
              <RowLink to="/projects/$projectId/emails/themes/$themeId" params={{ themeId: id }}>
                <bdi>{display_name}</bdi>
              </RowLink>
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
    </div>
  )
}
