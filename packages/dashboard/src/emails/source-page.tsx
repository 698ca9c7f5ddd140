import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useItemCrumb } from '../parts/breadcrumbs.tsx'
import { LockedPage } from '../parts/role.tsx'
import { SaveBar, type SaveBarProps } from '../parts/unsaved-changes.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Reading } from '../ui/lock.tsx'
import './emails.css'
import { HistoryDialog, type RestoredVersion } from './history-dialog.tsx'

interface SourcePageProps {
  id: string
  displayName: string
  description: string
  bar: SaveBarProps
  onRestore: (version: RestoredVersion) => void
  /** Shown before the history. */
  actions?: ReactNode
  children: ReactNode
}

/** The page around a template or theme editor, with its history and save button. */
export function SourcePage({ id, displayName, description, bar, onRestore, actions, children }: SourcePageProps) {
  useItemCrumb(displayName)
  return (
    <LockedPage
      changes="settings"
      title={displayName}
      description={description}
      actions={
        <>
          {actions}
          <Reading>
            <DialogButton
              icon={<History />}
              dialog={(close) => (
                <HistoryDialog
                  sourceId={id}
                  onClose={close}
                  onRestore={(version) => {
                    onRestore(version)
                    close()
                  }}
                />
              )}
            >
              History
            </DialogButton>
          </Reading>
        </>
      }
    >
      <div className="ui-stack">
        {children}
        <SaveBar {...bar} />
      </div>
    </LockedPage>
  )
}
