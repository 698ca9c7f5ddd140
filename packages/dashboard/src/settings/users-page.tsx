import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useDraft } from '../data/use-draft.ts'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { SwitchField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { GeneralSettings, SettingsFrame } from './settings-frame.tsx'

export default function UserSettingsPage() {
  const { config, revision } = useProject()
  const { update } = useProjectChanges()
  const draft = useDraft(
    {
      client_user_deletion_enabled: config.client_user_deletion_enabled,
      client_team_creation_enabled: config.client_team_creation_enabled,
      create_team_on_sign_up: config.create_team_on_sign_up,
      client_role_changes_enabled: config.client_role_changes_enabled,
    },
    {
      revision,
      save: (changes, _, openedAt) => update({ config: changes }, openedAt),
      done: 'The settings were saved.',
    },
  )
  return (
    <SettingsFrame tab="Users and teams" description="What users of your app can do themselves.">
      <GeneralSettings>
        <Card title="What users can do">
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
          <SwitchField
            label="Team admins can change roles"
            hint="They can make other members admins, with the permissions that creators of teams get."
            {...draft.flag('client_role_changes_enabled')}
          />
        </Card>
        <SaveBar {...draft.bar} />
      </GeneralSettings>
    </SettingsFrame>
  )
}
