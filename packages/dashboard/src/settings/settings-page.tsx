import { Braces } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { Allowed, Locked, LockNotice, useMay, useReason } from '../parts/role.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { SwitchField, TextArea, TextField } from '../ui/field.tsx'
import { Card, Page } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { DangerZone } from './danger-zone.tsx'
import { OwnersCard } from './owners-card.tsx'
import { ProductionMode } from './production-mode.tsx'

export default function SettingsPage() {
  const project = useProject()
  useScrollToPart()
  const { update } = useProjectChanges()
  const { config } = project
  const draft = useDraft(
    {
      display_name: project.display_name,
      description: project.description,
      client_user_deletion_enabled: config.client_user_deletion_enabled,
      client_team_creation_enabled: config.client_team_creation_enabled,
      create_team_on_sign_up: config.create_team_on_sign_up,
    },
    {
      revision: project.revision,
      save: ({ display_name, description, ...changes }, _, revision) =>
        update(
          {
            ...(display_name !== undefined && { display_name: display_name.trim() }),
            ...(description !== undefined && { description }),
            config: changes,
          },
          revision,
        ),
      done: 'The settings were saved.',
      check: ({ display_name }) => ({ display_name: display_name.trim() ? undefined : 'Enter a name.' }),
    },
  )
  return (
    <Page title="Settings" description="General settings, what users can do, and owners.">
      <GeneralSettings>
        <Card title="General">
          <div className="ui-form">
            <TextField label="Name" hint="Shown on sign-in pages and in emails." {...draft.text('display_name')} />
            <TextArea label="Description" hint="Only owners see it." rows={2} {...draft.text('description')} />
            <div className="ui-field">
              <span className="ui-label">Project ID</span>
              <CopyableId id={project.id} name="project ID" />
            </div>
          </div>
        </Card>
        <Card title="What users can do" id="users">
          <SwitchField
            label="Users can delete their account"
            hint="In the account settings of your app. Deletion cannot be undone."
            {...draft.flag('client_user_deletion_enabled')}
          />
          <SwitchField
            label="Users can create teams"
            hint="The creator of a team becomes its admin."
            {...draft.flag('client_team_creation_enabled')}
          />
          <SwitchField
            label="Create a personal team on sign-up"
            hint="For apps where everything belongs to a team."
            {...draft.flag('create_team_on_sign_up')}
          />
        </Card>
        <ProductionMode />
      </GeneralSettings>
      <Boundary skeleton={<CardSkeleton lines={3} />}>
        <OwnersCard />
      </Boundary>
      <Allowed to="read-setup">
        <Card
          title="Configuration"
          id="configuration"
          description="All settings as JSON, with history, restore and export."
          actions={
            <ProjectLink {...buttonLook()} to="/projects/$projectId/settings/configuration">
              <Braces />
              Open
            </ProjectLink>
          }
        />
      </Allowed>
      <Boundary skeleton={<CardSkeleton lines={3} />}>
        <DangerZone />
      </Boundary>
      <SaveBar {...draft.bar} />
    </Page>
  )
}

/** Explains to the support role why there are no settings. */
function GeneralSettings({ children }: { children: ReactNode }) {
  const may = useMay()
  const reason = useReason('settings')
  if (may('read-setup')) return <Locked to="settings">{children}</Locked>
  return <LockNotice>You cannot view the project’s settings. {reason}</LockNotice>
}
