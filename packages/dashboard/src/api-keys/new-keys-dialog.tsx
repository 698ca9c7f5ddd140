import { useProject } from '../data/owner.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EnvTabs } from './env-tabs.tsx'
import type { Keys } from './snippets.ts'

/** The only time the keys are shown. */
export function NewKeysDialog({ keys, onClose }: { keys: Keys; onClose: () => void }) {
  const { id } = useProject()
  return (
    <Dialog
      title="Save your keys now"
      description="The server stores only a hash, so the keys cannot be shown again."
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
