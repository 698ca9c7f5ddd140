import { Link } from '@tanstack/react-router'
import { Braces } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
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
  const { draft, changes, isChanged, change, discard } = useDraft({
    display_name: project.display_name,
    description: project.description,
    client_user_deletion_enabled: project.config.client_user_deletion_enabled,
    client_team_creation_enabled: project.config.client_team_creation_enabled,
    create_team_on_sign_up: project.config.create_team_on_sign_up,
  })
  const { update } = useProjectChanges()
  const { isBusy, run } = useAction()
  const problem = draft.display_name.trim() ? undefined : 'Enter a name.'
  const save = async () => {
    if (problem) return
    const { display_name, description, ...config } = changes
    const isDone = await run(
      () =>
        update({
          ...(display_name !== undefined && { display_name: display_name.trim() }),
          ...(description !== undefined && { description }),
          config,
        }),
      { done: 'The settings were saved.' },
    )
    if (isDone) discard()
  }
  return (
    <Page title="Settings" description="General settings, what users can do, and owners.">
      <GeneralSettings>
        <Card title="General">
          <div className="ui-form">
            <TextField
              label="Name"
              hint="Shown on sign-in pages and in emails."
              error={problem}
              value={draft.display_name}
              onChange={(event) => change({ display_name: event.target.value })}
            />
            <TextArea
              label="Description"
              hint="Only owners see it."
              rows={2}
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
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
            checked={draft.client_user_deletion_enabled}
            onChange={(client_user_deletion_enabled) => change({ client_user_deletion_enabled })}
          />
          <SwitchField
            label="Users can create teams"
            hint="The creator of a team becomes its admin."
            checked={draft.client_team_creation_enabled}
            onChange={(client_team_creation_enabled) => change({ client_team_creation_enabled })}
          />
          <SwitchField
            label="Create a personal team on sign-up"
            hint="For apps where everything belongs to a team."
            checked={draft.create_team_on_sign_up}
            onChange={(create_team_on_sign_up) => change({ create_team_on_sign_up })}
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
            <Link {...buttonLook()} to="/projects/$projectId/settings/configuration" params={{ projectId: project.id }}>
              <Braces aria-hidden="true" />
              Open
            </Link>
          }
        />
      </Allowed>
      <Boundary skeleton={<CardSkeleton lines={3} />}>
        <DangerZone />
      </Boundary>
      <SaveBar isChanged={isChanged} isBusy={isBusy} onSave={() => void save()} onDiscard={discard} />
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
