import type { AuditEntry } from '@latchkey/react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Facts } from '../ui/page.tsx'

const actors: Record<AuditEntry['actor']['type'], string> = {
  user: 'A user',
  owner: 'A project owner',
  'server-key': 'Server key',
  'admin-key': 'Admin key',
  system: 'Latchkey',
  unknown: 'Unknown',
}

/** Who did it: the name of a key, or what kind of actor it was. */
export const actorNameOf = ({ actor }: AuditEntry) => actor.description ?? actors[actor.type]

interface EntryDialogProps {
  entry: AuditEntry
  onClose: () => void
  /** Before the button that closes it. */
  actions?: ReactNode
}

export function EntryDialog({ entry, onClose, actions }: EntryDialogProps) {
  const { actor, target } = entry
  return (
    <Dialog
      title={entry.action}
      size="large"
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Facts
        facts={[
          ['When', entry.happenedAt.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'long' })],
          ['By', actorNameOf(entry)],
          ['Actor ID', actor.id && <code>{actor.id}</code>],
          ['What', target.type],
          ['ID', <code key="target">{target.id}</code>],
          ['IP address', entry.ipAddress],
          ['Browser', entry.userAgent],
          ['Request', entry.requestId && <code>{entry.requestId}</code>],
        ]}
      />
      {entry.details !== null && <JsonView value={entry.details} />}
    </Dialog>
  )
}
