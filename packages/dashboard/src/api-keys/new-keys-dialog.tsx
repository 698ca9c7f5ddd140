import type { Framework } from '@latchkey/create/env-file'
import { useState } from 'react'
import { useProject } from '../data/owner.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { UnsavedKeys, useCopiedKeys } from './copied-keys.tsx'
import { KeyBlocks } from './key-blocks.tsx'
import { frameworks, type Keys } from './snippets.ts'

/** The only time the keys are shown, so Escape closes it only after they were copied. */
export function NewKeysDialog({ keys, onClose }: { keys: Keys; onClose: () => void }) {
  const { id } = useProject()
  const [framework, setFramework] = useState<Framework>('vite')
  const { isUnsaved, noteCopied } = useCopiedKeys(keys)
  return (
    <Dialog
      title="Save your keys now"
      description="The server stores only a hash, so the keys cannot be shown again."
      size="large"
      onClose={onClose}
      isPersistent={isUnsaved}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <UnsavedKeys isUnsaved={isUnsaved} noteCopied={noteCopied}>
        <Tabs
          label="Framework"
          value={framework}
          onChange={setFramework}
          tabs={frameworks.map(({ value, label }) => ({
            value,
            label,
            content: (
              <div className="ui-stack">
                <KeyBlocks framework={value} projectId={id} keys={keys} onCopied={noteCopied} />
              </div>
            ),
          }))}
        />
      </UnsavedKeys>
    </Dialog>
  )
}
