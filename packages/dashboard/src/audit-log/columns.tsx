import type { ReactNode } from 'react'
import type { AuditEntry } from '../data/rows.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { none } from '../ui/page.tsx'
import { actionsColumn, type Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { EntryDialog } from './entry-dialog.tsx'

interface Cells {
  actor: (entry: AuditEntry) => ReactNode
  /** Hidden if all entries have the same target. */
  target?: ((entry: AuditEntry) => ReactNode) | undefined
  /** Shown in the dialog of an entry, before the close button. */
  actions?: ((entry: AuditEntry, close: () => void) => ReactNode) | undefined
}

export function createColumns({ actor, target, actions }: Cells): Column<AuditEntry>[] {
  return [
    { id: 'action', header: 'Action', cell: (entry) => <code>{entry.action}</code> },
    { id: 'actor', header: 'By', priority: 'medium', cell: actor },
    ...(target ? [{ id: 'target', header: 'Target', priority: 'low' as const, cell: target }] : []),
    { id: 'address', header: 'IP address', priority: 'low', cell: (entry) => entry.ip_address ?? none },
    { id: 'when', header: 'When', cell: (entry) => <Time date={entry.happened_at_millis} /> },
    {
      ...actionsColumn<AuditEntry>((entry) => (
        <DialogButton
          size="small"
          dialog={(close) => <EntryDialog entry={entry} onClose={close} actions={actions?.(entry, close)} />}
        >
          Details
        </DialogButton>
      )),
      header: 'Details',
    },
  ]
}
