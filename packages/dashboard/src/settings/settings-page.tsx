import { Link } from '@tanstack/react-router'
import { Braces } from 'lucide-react'
import type { ReactNode } from 'react'
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
    displayName: project.displayName,
    description: project.description,
    clientUserDeletionEnabled: project.config.clientUserDeletionEnabled,
    clientTeamCreationEnabled: project.config.clientTeamCreationEnabled,
    createTeamOnSignUp: project.config.createTeamOnSignUp,
  })
  const { isBusy, run } = useAction()
  const problem = draft.displayName.trim() ? undefined : 'Enter a name.'
  const save = async () => {
    if (problem) return
    const { displayName, description, ...config } = changes
    const isDone = await run(
      () =>
        project.update({
          ...(displayName !== undefined && { displayName: displayName.trim() }),
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
              value={draft.displayName}
              onChange={(event) => change({ displayName: event.target.value })}
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
            checked={draft.clientUserDeletionEnabled}
            onChange={(clientUserDeletionEnabled) => change({ clientUserDeletionEnabled })}
          />
          <SwitchField
            label="Users can create teams"
            hint="The creator of a team becomes its admin."
            checked={draft.clientTeamCreationEnabled}
            onChange={(clientTeamCreationEnabled) => change({ clientTeamCreationEnabled })}
          />
          <SwitchField
            label="Create a personal team on sign-up"
            hint="For apps where everything belongs to a team."
            checked={draft.createTeamOnSignUp}
            onChange={(createTeamOnSignUp) => change({ createTeamOnSignUp })}
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
