import type { ReactNode } from 'react'
import type { AuditEntry } from '../data/rows.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

interface Cells {
  actor: (entry: AuditEntry) => ReactNode
  /** Hidden if all entries have the same target. */
  target?: ((entry: AuditEntry) => ReactNode) | undefined
  onShow: (entry: AuditEntry) => void
}

export function createColumns({ actor, target, onShow }: Cells): Column<AuditEntry>[] {
  return [
    { id: 'action', header: 'Action', cell: (entry) => <code>{entry.action}</code> },
    { id: 'actor', header: 'By', priority: 'medium', cell: actor },
    ...(target ? [{ id: 'target', header: 'Target', priority: 'low' as const, cell: target }] : []),
    {
      id: 'address',
      header: 'IP address',
      priority: 'low',
      cell: (entry) => entry.ip_address ?? <span className="ui-muted">–</span>,
    },
    { id: 'when', header: 'When', cell: (entry) => <Time date={entry.happened_at_millis} /> },
    {
      id: 'details',
      header: 'Details',
      isHeaderHidden: true,
      align: 'end',
      cell: (entry) => (
        <Button size="small" onClick={() => onShow(entry)}>
          Details
        </Button>
      ),
    },
  ]
}
