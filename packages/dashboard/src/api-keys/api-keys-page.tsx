import type { InternalApiKeyFirstView } from '@latchkey/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
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

export default function ApiKeysPage() {
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<InternalApiKeyFirstView>()
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
  const project = useProject()
  const { run } = useAction()
  const set = (config: { allowUserApiKeys?: boolean; allowTeamApiKeys?: boolean }, undo: typeof config) =>
    void run(() => project.update({ config }), { done: 'Saved.', undo: () => project.update({ config: undo }) })
  const { allowUserApiKeys, allowTeamApiKeys } = project.config
  return (
    <Card title="User API keys" description="Let your users create keys for your own API.">
      <SwitchField
        label="Users can create API keys"
        hint="In the account settings of your app."
        checked={allowUserApiKeys}
        onChange={(isOn) => set({ allowUserApiKeys: isOn }, { allowUserApiKeys: !isOn })}
      />
      <SwitchField
        label="Teams can create API keys"
        hint="For members who have permission to manage API keys."
        checked={allowTeamApiKeys}
        onChange={(isOn) => set({ allowTeamApiKeys: isOn }, { allowTeamApiKeys: !isOn })}
      />
    </Card>
  )
}
