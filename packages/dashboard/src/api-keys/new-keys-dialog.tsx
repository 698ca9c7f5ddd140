import type { InternalApiKeyFirstView } from '@latchkey/react'
import { useProject } from '../data/owner.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EnvTabs } from './env-tabs.tsx'

/** The only time that the keys can be read. */
export function NewKeysDialog({ keys, onClose }: { keys: InternalApiKeyFirstView; onClose: () => void }) {
  const { id } = useProject()
  return (
    <Dialog
      title="Save your keys now"
      description="Only a hash of them is stored, so they cannot be shown again."
      size="large"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <EnvTabs projectId={id} keys={keys} />
    </Dialog>
  )
}
