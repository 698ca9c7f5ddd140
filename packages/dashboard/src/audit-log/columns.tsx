import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AuditEntry } from '../data/rows.ts'
import type { Names } from '../people/subjects.ts'
import { Outside } from '../ui/dialog-button.tsx'
import { none } from '../ui/page.tsx'
import { actionsColumn, type Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { Sentence, sentenceText } from './sentence.tsx'

interface Cells {
  names: Names
  /** Shown in the dialog of an entry, before the close button. */
  actions?: ((entry: AuditEntry, close: () => void) => ReactNode) | undefined
}

export function createColumns({ names, actions }: Cells): Column<AuditEntry>[] {
  return [
    { id: 'what', header: 'Event', cell: (entry) => <Sentence entry={entry} names={names} /> },
    { id: 'address', header: 'IP address', priority: 'low', width: 140, cell: (entry) => entry.ip_address ?? none },
    { id: 'when', header: 'When', width: 120, cell: (entry) => <Time date={entry.happened_at_millis} /> },
    {
      ...actionsColumn<AuditEntry>((entry) => <OpenEntry entry={entry} names={names} actions={actions} />, 40),
      header: 'Details',
    },
  ]
}

/** Covers the row, so that a click anywhere opens the entry. */
function OpenEntry({ entry, names, actions }: Cells & { entry: AuditEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className="ui-row-link audit-open"
        aria-label={`Details: ${sentenceText(entry, names)}`}
        onClick={() => setIsOpen(true)}
      >
        <ChevronRight />
      </button>
      {isOpen && (
        <Outside>
          <EntryDialog entry={entry} names={names} onClose={close} actions={actions?.(entry, close)} />
        </Outside>
      )}
    </>
  )
}
