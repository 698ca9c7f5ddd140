import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { IconButton } from '../ui/button.tsx'
import { Outside } from '../ui/dialog-button.tsx'

interface EntryActionsProps {
  /** "the scope invoices:read" */
  name: string
  /** What deleting it means. */
  consequence: string
  /** Settings that are removed, with their present values. */
  settings: Record<string, unknown>
  edit: (close: () => void) => ReactNode
}

/** Edits and deletes a scope, resource or claim. */
export function EntryActions({ name, consequence, settings, edit }: EntryActionsProps) {
  const { updateConfig } = useProjectChanges()
  const revision = useConfigRevision()
  const [shown, setShown] = useState<'edit' | 'delete'>()
  const close = () => setShown(undefined)
  const removal = Object.fromEntries(Object.keys(settings).map((path) => [path, null]))
  return (
    <>
      <IconButton size="small" label={`Edit ${name}`} icon={<Pencil />} onClick={() => setShown('edit')} />
      <IconButton size="small" label={`Delete ${name}`} icon={<Trash2 />} onClick={() => setShown('delete')} />
      <Outside>
        {shown === 'edit' && edit(close)}
        {shown === 'delete' && (
          <ConfirmDialog
            title={`Delete ${name}?`}
            description={consequence}
            action="Delete"
            run={() => updateConfig(removal, revision)}
            done={`${name.charAt(0).toUpperCase()}${name.slice(1)} was deleted.`}
            undo={(saved) => updateConfig(settings, saved.revision)}
            onClose={close}
          />
        )}
      </Outside>
    </>
  )
}
