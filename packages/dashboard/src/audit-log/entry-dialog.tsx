import type { ReactNode } from 'react'
import type { AuditEntry } from '../data/rows.ts'
import { describeValue, labelOf } from '../data/setting-labels.ts'
import { type Difference, Differences } from '../parts/differences.tsx'
import { SubjectName } from '../people/subject-name.tsx'
import type { Names } from '../people/subjects.ts'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Facts } from '../ui/page.tsx'
import { readFacts } from './facts.ts'
import { nameAction, sentenceText } from './sentence.tsx'

interface EntryDialogProps {
  entry: AuditEntry
  names: Names
  onClose: () => void
  /** Shown before the close button. */
  actions?: ReactNode
}

/** One entry: what happened, before and after in words, from where, and the recorded JSON on demand. */
export function EntryDialog({ entry, names, onClose, actions }: EntryDialogProps) {
  const { actor, target } = entry
  const { target: about, changes } = readFacts(entry, names)
  return (
    <Dialog
      title={sentenceText(entry, names)}
      description={new Date(entry.happened_at_millis).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'long' })}
      size="large"
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {changes.length > 0 && (
        <section className="ui-section">
          <h3>Before and after</h3>
          <Differences differences={changes as Difference[]} labelOf={labelOf} format={describeValue} />
        </section>
      )}
      <Facts
        facts={[
          ['Action', nameAction(entry.action)],
          ...(about ? ([['About', <SubjectName key="about" of={about} names={names} />]] as const) : []),
          ['IP address', entry.ip_address],
          ['Browser', entry.user_agent],
          ...(actor.id ? ([['Actor ID', <CopyableId key="actor" id={actor.id} name="actor ID" />]] as const) : []),
          ['Target ID', <CopyableId key="target" id={target.id} name="target ID" />],
          ...(entry.request_id
            ? ([['Request', <CopyableId key="request" id={entry.request_id} name="request ID" />]] as const)
            : []),
        ]}
      />
      <details className="audit-json">
        <summary>Show as JSON</summary>
        <JsonView value={entry} />
      </details>
    </Dialog>
  )
}
