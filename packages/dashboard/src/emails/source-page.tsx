import { History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { LockedPage } from '../parts/role.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Button } from '../ui/button.tsx'
import './emails.css'
import { HistoryDialog } from './history-dialog.tsx'

interface SourcePageProps {
  id: string
  displayName: string
  description: string
  isChanged: boolean
  isBusy: boolean
  onSave: () => void
  onDiscard: () => void
  onRestore: (source: string) => void
  children: ReactNode
}

/** The page around a template or theme editor, with its history and save button. */
export function SourcePage(props: SourcePageProps) {
  const { id, displayName, description, isChanged, isBusy, onSave, onDiscard, onRestore, children } = props
  const [isHistoryShown, setIsHistoryShown] = useState(false)
  useCrumb(displayName)
  return (
    <LockedPage
      changes="settings"
      title={displayName}
      description={description}
      actions={
        <Button icon={<History />} onClick={() => setIsHistoryShown(true)}>
          History
        </Button>
      }
    >
      <div className="ui-stack">
        {children}
        <SaveBar isChanged={isChanged} isBusy={isBusy} onSave={onSave} onDiscard={onDiscard} />
      </div>
      {isHistoryShown && (
        <HistoryDialog
          sourceId={id}
          onClose={() => setIsHistoryShown(false)}
          onRestore={(source) => {
            onRestore(source)
            setIsHistoryShown(false)
          }}
        />
      )}
    </LockedPage>
  )
}
