import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { LockedPage } from '../parts/role.tsx'
import { Button } from '../ui/button.tsx'
import { SwitchField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { CreateKeysDialog } from './create-keys-dialog.tsx'
import { KeyTable } from './key-table.tsx'
import { NewKeysDialog } from './new-keys-dialog.tsx'
import type { Keys } from './snippets.ts'

export default function ApiKeysPage() {
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<Keys>()
  return (
    <LockedPage
      changes="keys"
      title="API keys"
      description="Your app and your servers use these keys to connect to Latchkey."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
          Create keys
        </Button>
      }
    >
      <Boundary skeleton={<TableSkeleton rows={3} />}>
        <KeyTable onCreate={() => setIsCreating(true)} />
      </Boundary>
      <UserKeySettings />
      {isCreating && (
        <CreateKeysDialog
          onClose={() => setIsCreating(false)}
          onCreated={(keys) => {
            setIsCreating(false)
            setCreated(keys)
          }}
        />
      )}
      {created && <NewKeysDialog keys={created} onClose={() => setCreated(undefined)} />}
    </LockedPage>
  )
}

/** API keys that users create for themselves. */
function UserKeySettings() {
  const { config, revision } = useProject()
  const { allow_user_api_keys, allow_team_api_keys } = config
  const { update } = useProjectChanges()
  const { run } = useAction()
  const set = (setting: 'allow_user_api_keys' | 'allow_team_api_keys', isOn: boolean) => {
    const save = (value: boolean, at: number) => update({ config: { [setting]: value } }, at)
    const whose = setting === 'allow_user_api_keys' ? 'Users' : 'Teams'
    void run(() => save(isOn, revision), {
      done: `${whose} ${isOn ? 'can' : 'can no longer'} create API keys.`,
      undo: (saved) => save(!isOn, saved.revision),
    })
  }
  return (
    <Card title="User API keys" description="Let your users create keys for your own API.">
      <SwitchField
        label="Users can create API keys"
        hint="In the account settings of your app."
        checked={allow_user_api_keys}
        onChange={(isOn) => set('allow_user_api_keys', isOn)}
      />
      <SwitchField
        label="Teams can create API keys"
        hint="For members who have permission to manage API keys."
        checked={allow_team_api_keys}
        onChange={(isOn) => set('allow_team_api_keys', isOn)}
      />
    </Card>
  )
}
