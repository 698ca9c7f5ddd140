import { useState } from 'react'
import type { Reply } from '../data/call.ts'
import { useData } from '../data/data.ts'
import { describeDocument } from '../data/email-document-text.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Locked } from '../parts/role.tsx'
import { Button } from '../ui/button.tsx'
import { CodeEditor } from '../ui/code-editor.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { Time } from '../ui/time.tsx'

/** A former source: visual, or else code. */
export type RestoredVersion = Pick<
  Reply<'GET /internal/email-sources/{id}/versions/{version_id}'>,
  'document' | 'tsx_source'
>

interface HistoryDialogProps {
  sourceId: string
  onRestore: (version: RestoredVersion) => void
  onClose: () => void
}

/** Previous sources. Restoring one puts it into the editor without saving. */
export function HistoryDialog({ sourceId, onRestore, onClose }: HistoryDialogProps) {
  return (
    <Dialog
      title="History"
      description="The last 50 versions. Restoring one puts it into the editor; it takes effect when you save."
      size="large"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Boundary skeleton={<CardSkeleton />}>
        <Versions sourceId={sourceId} onRestore={onRestore} />
      </Boundary>
    </Dialog>
  )
}

function Versions({ sourceId, onRestore }: Pick<HistoryDialogProps, 'sourceId' | 'onRestore'>) {
  const { versions } = useData('GET /internal/email-sources/{id}/versions', { params: { id: sourceId } })
  const [shown, setShown] = useState<string>()
  if (versions.length === 0) return <p className="ui-muted">No changes yet.</p>
  return (
    <ol className="ui-list emails-versions">
      {versions.map(({ id, replaced_at_millis }) => (
        <li key={id} className="ui-stack" data-gap="small">
          <div className="ui-row">
            <span>
              Replaced <Time date={replaced_at_millis} />
            </span>
            <Button size="small" aria-expanded={shown === id} onClick={() => setShown(shown === id ? undefined : id)}>
              {shown === id ? 'Hide' : 'Show'}
            </Button>
          </div>
          {shown === id && (
            <Boundary skeleton={<CardSkeleton />}>
              <Version sourceId={sourceId} versionId={id} onRestore={onRestore} />
            </Boundary>
          )}
        </li>
      ))}
    </ol>
  )
}

interface VersionProps extends Pick<HistoryDialogProps, 'sourceId' | 'onRestore'> {
  versionId: string
}

function Version({ sourceId, versionId, onRestore }: VersionProps) {
  const { document, tsx_source } = useData('GET /internal/email-sources/{id}/versions/{version_id}', {
    params: { id: sourceId, version_id: versionId },
  })
  return (
    <div className="ui-stack" data-gap="small">
      {document ? (
        <pre className="emails-version">{describeDocument(document)}</pre>
      ) : (
        <CodeEditor label="Previous source" language="tsx" isReadOnly rows={14} value={tsx_source} />
      )}
      <div>
        <Locked to="settings" isSilent>
          <Button variant="primary" onClick={() => onRestore({ document, tsx_source })}>
            Restore this version
          </Button>
        </Locked>
      </div>
    </div>
  )
}
